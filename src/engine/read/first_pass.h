// The first pass: files -> blocks -> documents -> feature sets -> what the run goes on from, in parallel by blocks,
// committed in input order, so that nothing depends on threads or block size.
//
// It goes in two steps, because what is best for a small collection is wrong for a large one, and which it is must be
// decided by the collection alone. FirstPass::retain() keeps feature sets until there are too many; if the input ended
// before that, everything is at hand and the method can still be chosen. Then RetainedSets::sketch() makes band records
// of what was retained, frees it, and streams the rest. What is not for bands, a SetVisitor makes of the same sets.
// Each step gives the next one; none can be taken twice.
//
// Documents and records that outgrow their share of the memory go to the run directory in segments; into one that is
// named they always go, so that a later run reads on behind the last of them.
#pragma once

#include <memory>

#include "base/record_partitions.h"
#include "engine/read/band_visitor.h"
#include "engine/read/collection.h"
#include "engine/read/set_visitor.h"
#include "engine/run/journal.h"
#include "engine/run/read_options.h"
#include "engine/run/run_spec.h"
#include "join/measures/threshold.h"
#include "textkin/plan.h"
#include "textkin/progress.h"
#include "textkin/sketch_options.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// How much is retained.
struct RetainLimit {
  std::uint64_t features = 0;
  std::uint64_t documents = ~std::uint64_t{0};
  // Beyond so many of either nothing is decided by whether all was retained; it only is quicker not to read again. So
  // the rest of them is retained as long as the input does not look as if they would become too many in the end.
  std::uint64_t decided_features = ~std::uint64_t{0};
  std::uint64_t decided_documents = ~std::uint64_t{0};
  // The exact join at this threshold is to follow: the pass ends early where the memory will have no room even for the
  // sets. Whether there is room for their index only shows when all are there.
  std::optional<join::Threshold> exact_join{};
};

// A collection that was read to its end, and the journal of its run directory.
struct ReadCollection {
  Collection collection;
  std::unique_ptr<run::Journal> journal;

  std::uint64_t spilled_bytes() const;  // that this run wrote to disk
};

// Band records of a whole collection, in memory or in segments. They need its journal.
struct BandPartitions {
  std::unique_ptr<base::RecordPartitions> whole;
  std::unique_ptr<base::RecordPartitions> bands;
};

struct BandedCollection {
  ReadCollection read;
  BandPartitions records;
};

struct PassState;

// The sets that were retained, and what is left to read. In each call retained sets are freed unless they are all there
// is.
class RetainedSets {
 public:
  RetainedSets(RetainedSets&&) noexcept;
  RetainedSets& operator=(RetainedSets&&) noexcept;
  ~RetainedSets();

  // Whether that was all; then each set ascends.
  bool all() const;
  run::Journal& journal();
  const Collection& collection() const;  // as far as it has been read

  // Band records of what was retained, and of all that is left to read.
  Result<BandedCollection> sketch(const SketchOptions& sketch, const Plan& plan, BandsOf of = BandsOf::kLongSets) &&;

  // Lets `visitor` see the sets of all documents. Not for a run directory that is kept: nothing of it could be taken
  // up.
  Result<ReadCollection> visit(SetVisitor& visitor) &&;

  // The collection as far as it has been read: all of it if all().
  Result<ReadCollection> finish() &&;

 private:
  friend class FirstPass;
  explicit RetainedSets(std::unique_ptr<PassState> state);
  std::unique_ptr<PassState> state_;
};

class FirstPass {
 public:
  FirstPass(FirstPass&&) noexcept;
  FirstPass& operator=(FirstPass&&) noexcept;
  ~FirstPass();

  // Takes up what the run directory holds; `spec` is the directory's record of how it was made. `progress` must outlive
  // the pass and what comes of it, and may be called from any thread, one at a time.
  static Result<FirstPass> open(const run::Reading& reading, const run::RunSpec& spec, Progress& progress);

  // Whether segments of a former run were taken up. Then nothing is retained.
  bool resumed() const;
  // Before it goes on with inputs that were named anew: kMismatch where a stream gives not what was taken up of it.
  Status check_streams() const;
  run::Journal& journal();
  const Collection& collection() const;  // nothing is read yet, but its sources are known

  // Reads until the end of the input or until more is held than `most`.
  Result<RetainedSets> retain(const RetainLimit& most) &&;
  // Retains nothing.
  RetainedSets go_on() &&;

 private:
  explicit FirstPass(std::unique_ptr<PassState> state);
  std::unique_ptr<PassState> state_;
};

}  // namespace textkin::engine::read
