#include "engine/write/file_results.h"

#include <utility>

#include "base/output_file.h"
#include "engine/write/pair_file.h"

namespace textkin::engine::write {
namespace {

class TextFile final : public TextSink {
 public:
  explicit TextFile(std::unique_ptr<base::OutputFile> file) : file_(std::move(file)) {}

  Status give(std::string_view text) override {
    TEXTKIN_RETURN_IF_ERROR(file_->write(text));
    return file_->commit();
  }

 private:
  std::unique_ptr<base::OutputFile> file_;
};

}  // namespace

Result<std::unique_ptr<PairSink>> FileResults::open_pairs(const std::string& path, const std::string& format,
                                                          const run::Limits& limits) {
  return PairFile::open(path, format, limits.threads);
}

Result<std::unique_ptr<TextSink>> FileResults::open_text(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(path));
  return std::unique_ptr<TextSink>(std::make_unique<TextFile>(std::move(file)));
}

}  // namespace textkin::engine::write
