#include "engine/write/text_output.h"

#include <utility>

#include "engine/write/memory_result.h"

namespace textkin::engine::write {

Result<TextOutput> TextOutput::open(const run::RunOptions& options, const std::string& path) {
  TextOutput output;
  output.answer_ = options.answer;
  if (output.answer_ != nullptr) return output;
  TEXTKIN_ASSIGN_OR_RETURN(output.file_, base::OutputFile::create(path, base::packing_of(path)));
  return output;
}

Status TextOutput::give(std::string_view text) {
  if (answer_ != nullptr) {
    answer_->json = text;
    return {};
  }
  TEXTKIN_RETURN_IF_ERROR(file_->write(text));
  return file_->commit();
}

}  // namespace textkin::engine::write
