// LeftOutput: documents with what is left of them: records as they stand, into one file or shard by shard into a
// folder; files that are one document each into a folder, or as JSON lines of id and text into one file.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/output_file.h"
#include "engine/cut/left_records.h"
#include "engine/read/collection.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::cut {

class LeftOutput {
 public:
  // Opens what can be opened before the input is read. `output`: a file, "-", or a folder (ends in '/' or is one);
  // empty: nothing is opened or written. `threads`: that may pack it.
  static Result<std::unique_ptr<LeftOutput>> open(std::string output, unsigned threads);

  // kInvalidArgument where documents of `collection` cannot be written in that way: before they are read.
  Status check(const read::Collection& collection) const;
  Status write(const read::Collection& collection, LeftRecords& records, Progress& progress);
  // Waits until it is on the disk; commit() has the name left to give.
  Status sync();
  Status commit();

 private:
  LeftOutput(std::string output, unsigned threads) : output_(std::move(output)), threads_(threads) {}
  Status write_folder(const read::Collection& collection, LeftRecords& records, Progress& progress);

  std::string output_;
  unsigned threads_;
  bool folder_ = false;
  std::unique_ptr<base::OutputFile> file_;
};

}  // namespace textkin::engine::cut
