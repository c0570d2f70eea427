// PairFile: pairs as rows of a file, in a format of the catalogue.
#pragma once

#include <memory>
#include <string>

#include "base/output_file.h"
#include "engine/write/pair_lines.h"
#include "engine/write/pair_sink.h"

namespace textkin::engine::write {

class PairFile final : public PairSink {
 public:
  // Opens the file at once: a folder that is missing is known before any work. `threads`: to pack it.
  static Result<std::unique_ptr<PairSink>> open(const std::string& path, const std::string& format, unsigned threads);

  Status begin(const read::Collection& collection, PairExtras extras) override;
  Status add(const FoundPair& pair) override;
  Status commit() override;

 private:
  PairFile(const report::Format& format, std::unique_ptr<base::OutputFile> file)
      : lines_(format), file_(std::move(file)) {}

  PairLines lines_;
  std::unique_ptr<base::OutputFile> file_;
  std::string bytes_;  // of a row
};

}  // namespace textkin::engine::write
