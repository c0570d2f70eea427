// KeptOutput: the clean copy. Kept records byte for byte in input order, into one file, or shard by shard into a
// folder; or, where each document is a file, a list of kept ids, and with --copy-to the files themselves.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/output_file.h"
#include "engine/cleanup/dedup_options.h"
#include "engine/read/collection.h"
#include "textkin/keep.h"
#include "textkin/progress.h"

namespace textkin::engine::cleanup {

class KeptOutput {
 public:
  // Opens what can be opened before the input is read. With `check` nothing is opened or written.
  static Result<std::unique_ptr<KeptOutput>> open(const DedupOptions& outputs, unsigned threads);

  Status write(const read::Collection& collection, const std::vector<KeepDecision>& decisions, Progress& progress);
  // Waits until it is on the disk; commit() has the name left to give.
  Status sync();
  Status commit();

 private:
  KeptOutput(const DedupOptions& outputs, unsigned threads) : outputs_(outputs), threads_(threads) {}

  Status write_one_file(const read::Collection& collection, const std::vector<KeepDecision>& decisions,
                        Progress& progress);
  Status write_folder(const read::Collection& collection, const std::vector<KeepDecision>& decisions,
                      Progress& progress);
  Status copy_files(const read::Collection& collection, const std::vector<KeepDecision>& decisions, Progress& progress);

  DedupOptions outputs_;
  unsigned threads_;
  bool folder_ = false;
  std::unique_ptr<base::OutputFile> file_;
};

}  // namespace textkin::engine::cleanup
