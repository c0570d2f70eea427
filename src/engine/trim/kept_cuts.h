// KeptCuts: the cuts that were chosen, in a run directory that is kept: a run that was stopped goes on with them.
//
// What lies there is the manifest, with the options that change what is chosen, and one file of cuts, which is complete
// when the manifest names it. A later run reads its documents again and goes on behind the choice. Threads: one.
#pragma once

#include <memory>

#include "engine/read/collection.h"
#include "engine/run/journal.h"
#include "engine/run/read_options.h"
#include "engine/trim/choose_cuts.h"
#include "engine/trim/trim_options.h"
#include "textkin/status.h"

namespace textkin::engine::trim {

class KeptCuts {
 public:
  // Of the run directory that `collection` was opened with; of one without a name nothing is kept. kMismatch where it
  // was made of other options or other inputs; kInvalidArgument where an input could not be read a second time.
  static Result<KeptCuts> open(const read::Collection& collection, const run::Reading& reading,
                               const TrimOptions& wanted);

  // Whether a former run has chosen.
  bool found() const { return !journal_->pairs().empty(); }
  // What that one chose. kBadInput where the file is damaged, or an input has other bytes than that run read.
  Result<ChosenCuts> take_up(const read::Collection& collection) const;
  // Writes what was chosen to the directory, where it is kept, and gives it back.
  Result<ChosenCuts> keep(const read::Collection& collection, ChosenCuts chosen);

 private:
  explicit KeptCuts(std::unique_ptr<run::Journal> journal) : journal_(std::move(journal)) {}
  std::unique_ptr<run::Journal> journal_;
};

}  // namespace textkin::engine::trim
