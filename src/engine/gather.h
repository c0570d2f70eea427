// Gather: the first pass. Files -> blocks -> documents -> features -> signatures -> band records, in parallel by
// blocks, committed in input order, so that nothing depends on threads or block size.
//
// It goes in two steps, because what is best for a small collection is wrong for a large one, and which it is must be
// decided by the collection alone: retain() keeps feature sets until there are more than `limit`; if the input ended
// before that, everything is at hand and the method can still be chosen. Otherwise sketch() turns what was retained
// into band records, frees it, and streams the rest.
#pragma once

#include <memory>

#include "base/output_file.h"
#include "engine/collection.h"
#include "engine/options.h"
#include "join/band_table.h"
#include "textkin/plan.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine {

struct BandTables {
  join::BandTable whole;
  join::BandTable bands;
};

class Gather {
 public:
  // Options must be resolved. `progress` must outlive this and may be called from any thread, one at a time.
  static Result<std::unique_ptr<Gather>> open(const RunOptions& options, Progress& progress);
  ~Gather();

  // Reads until the end of the input or until more than `limit` features are held. True: that was all, and now each set
  // ascends.
  Result<bool> retain(std::uint64_t limit);

  // Band records of what was retained, and of all that is left to read. Retained sets are freed unless they are all
  // there is.
  Status sketch(const Plan& plan, BandTables& tables);

  // The outcome, once all has been read. Fails where ids repeat, unless they are to be numbered.
  Result<Collection> take();
  const Collection& collection() const;  // as far as it has been read

 private:
  struct State;
  explicit Gather(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace textkin::engine
