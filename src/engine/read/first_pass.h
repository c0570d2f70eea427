// FirstPass: the first pass. Files -> blocks -> documents -> features -> signatures -> band records, in parallel by
// blocks, committed in input order, so that nothing depends on threads or block size.
//
// It goes in two steps, because what is best for a small collection is wrong for a large one, and which it is must be
// decided by the collection alone: retain() keeps feature sets until there are too many; if the input ended
// before that, everything is at hand and the method can still be chosen. Otherwise sketch() turns what was retained
// into band records, frees it, and streams the rest.
//
// What is not for bands, a BlockVisitor makes of the same sets: visit() in place of sketch().
//
// Documents and records that outgrow their share of the memory go to the run directory in segments; into one that is
// named they always go, so that a later run reads on behind the last of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/record_partitions.h"
#include "engine/read/block_visitor.h"
#include "engine/read/collection.h"
#include "engine/run/options.h"
#include "textkin/plan.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// Band records of the whole collection, in memory or in segments.
struct BandPartitions {
  std::unique_ptr<base::RecordPartitions> whole;
  std::unique_ptr<base::RecordPartitions> bands;
};

// Feature sets in memory.
struct RetainLimit {
  std::uint64_t features = 0;
  std::uint64_t documents = ~std::uint64_t{0};
};

class FirstPass {
 public:
  // Options must be settled; `keep` is the keep rule, for the run directory's record of how it was made. Takes up what
  // the run directory holds. `progress` must outlive this and may be called from any thread, one at a time.
  static Result<std::unique_ptr<FirstPass>> open(const run::RunOptions& options, const std::string& keep,
                                                 Progress& progress);
  ~FirstPass();

  // Whether segments of a former run were taken up: then retain() must not be called.
  bool resumed() const;
  run::Journal& journal();

  // Reads until the end of the input or until more is held than `most`. True: that was all, and now each set ascends.
  Result<bool> retain(const RetainLimit& most);

  // Band records of what was retained, and of all that is left to read. Retained sets are freed unless they are all
  // there is.
  Status sketch(const Plan& plan);

  // Instead of sketch(): lets `visitor` see the sets of all documents, of what was retained and of what is left to
  // read. Retained sets are freed unless they are all there is. One that wants them counted sees them as they are read:
  // retain() must not have been called. Not for a run directory that is kept, where nothing of it could be taken up.
  Status visit(BlockVisitor& visitor);

  // The outcome, once all has been read. Fails where ids repeat, unless they are to be numbered.
  Result<Collection> take();
  // Then, from sketch(): the band records of that collection.
  Result<BandPartitions> take_records(const Collection& collection);
  const Collection& collection() const;  // as far as it has been read

 private:
  struct State;
  explicit FirstPass(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace textkin::engine::read
