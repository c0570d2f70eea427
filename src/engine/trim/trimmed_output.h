// TrimmedOutput: documents with what is left of them: records as they stand, into one file or shard by shard into a
// folder; files that are one document each into a folder, or as JSON lines of id and text into one file.
#pragma once

#include <memory>

#include "base/output_file.h"
#include "engine/read/collection.h"
#include "engine/run/read_options.h"
#include "engine/trim/cut_writer.h"
#include "engine/trim/trim_options.h"
#include "textkin/status.h"

namespace textkin::engine::trim {

class TrimmedOutput {
 public:
  // Opens what can be opened before the input is read; with `check` nothing is opened or written.
  static Result<std::unique_ptr<TrimmedOutput>> open(const TrimOptions& wanted, const run::Reading& reading);

  // kInvalidArgument where documents of `collection` cannot be written in that way: before they are read.
  Status check(const read::Collection& collection) const;
  Status write(const read::Collection& collection, CutWriter& writer);
  Status commit();

 private:
  explicit TrimmedOutput(const TrimOptions& wanted) : wanted_(wanted) {}
  Status write_folder(const read::Collection& collection, CutWriter& writer);

  TrimOptions wanted_;
  bool folder_ = false;
  std::unique_ptr<base::OutputFile> file_;
};

}  // namespace textkin::engine::trim
