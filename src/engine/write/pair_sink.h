// PairSink: where the pairs of a run go, one by one, in the order of the output.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/read/collection.h"
#include "textkin/estimate.h"
#include "textkin/status.h"

namespace textkin::engine::write {

struct FoundPair {
  DocId a = kNoDoc;
  DocId b = kNoDoc;
  double similarity = 0;  // by the run's measure
  std::uint32_t shared = 0;
  std::uint32_t size_a = 0;
  std::uint32_t size_b = 0;
  std::optional<double> log10_p;                    // where p-values were asked for
  std::optional<double> estimate;                   // of the sketches, where it was asked for
  std::optional<Interval> interval = std::nullopt;  // where the similarity is an estimate; none: it is exact
};

// What every pair of a run has beside its similarity.
struct PairExtras {
  bool p_values = false;
  bool estimates = false;
  bool intervals = false;  // some similarities are estimates
};

class PairSink {
 public:
  virtual ~PairSink() = default;

  // Once, before the pairs of `collection`, which lives until commit().
  virtual Status begin(const read::Collection& collection, PairExtras extras) = 0;
  virtual Status add(const FoundPair& pair) = 0;
  // All pairs are in. Without it nothing is left behind.
  virtual Status commit() = 0;
};

}  // namespace textkin::engine::write
