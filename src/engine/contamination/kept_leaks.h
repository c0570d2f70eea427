// KeptLeaks: what was found, in a run directory that is kept: a run that was stopped goes on with it.
//
// What lies there is the manifest, with the options that change what is found and the files of both sides, and one file
// of tables (FoundLeaks::for_each_table), which is complete when the manifest names it. A later run reads its documents
// again and goes on behind the search. Threads: one.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/leaks/found_leaks.h"
#include "engine/leaks/leak_options.h"
#include "engine/read/collection.h"
#include "engine/run/journal.h"
#include "engine/run/read_options.h"
#include "textkin/status.h"

namespace textkin::engine::contamination {

class KeptLeaks {
 public:
  // Of the run directory that `collection` was opened with; of one without a name nothing is kept. `reading` names both
  // sides, `items` is the other one. kMismatch where it was made of other options or other inputs; kInvalidArgument
  // where an input could not be read a second time.
  static Result<KeptLeaks> open(const read::Collection& collection, const read::Collection& items,
                                const run::Reading& reading, const leaks::LeakOptions& wanted);

  bool kept() const { return journal_->kept(); }
  // Whether a former run has found something, or nothing.
  bool found() const { return !journal_->pairs().empty(); }
  // What that one found, of `collection`, which has been read: into `found`, in which nothing is yet. kBadInput where
  // the file is damaged, or an input of either side has other bytes than that run read.
  Status take_up(read::Collection& collection, const read::Collection& items, leaks::FoundLeaks& found) const;
  // Writes what was found to the directory, where it is kept.
  Status keep(const read::Collection& collection, const read::Collection& items, const leaks::FoundLeaks& found);

 private:
  explicit KeptLeaks(std::unique_ptr<run::Journal> journal) : journal_(std::move(journal)) {}
  std::unique_ptr<run::Journal> journal_;
};

}  // namespace textkin::engine::contamination
