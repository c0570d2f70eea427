// Probe: the records that share prefix features with one record, as they are met.
//
// Ownership: 8 bytes a record. Threads: one Probe a thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "join/exact/prefix_index.h"
#include "join/measures/threshold.h"
#include "join/sets/set_sizes.h"

namespace textkin::join {

class Probe {
 public:
  Probe(std::span<const std::uint32_t> sizes, const Threshold& threshold)
      : sizes_(sizes), threshold_(threshold), states_(sizes.size()) {}

  // Forgets all candidates; the next meetings are those of a set of `size` that is `part` in its pairs.
  void start(std::uint32_t size, Part part = Part::kEither) {
    for (const std::uint32_t record : met_) states_[record] = {};
    met_.clear();
    size_ = size;
    part_ = part;
  }

  // The feature at `position` of the probing set is at posting.position of posting.record. Features are met in the
  // common order, so what two sets share up to here has been met; what they can still share lies behind both positions
  // (Xiao et al. 2008, positional filter).
  void meet(std::uint32_t position, const Posting& posting) {
    State& state = states_[posting.record];
    const std::uint32_t other = sizes_[posting.record];
    if (state.shared == 0) {
      met_.push_back(posting.record);
      const std::uint64_t needed = required_overlap(size_, other, threshold_, part_);
      if (needed > std::min(size_, other)) state.shared = kWrongSize;
      state.needed = static_cast<std::uint32_t>(std::min<std::uint64_t>(needed, std::min(size_, other)));
    }
    if (state.shared >= kWrongSize) return;
    const std::uint64_t rest = std::min(size_ - position, other - posting.position) - 1;
    state.shared = state.shared + 1 + rest >= state.needed ? state.shared + 1 : kOutOfPlace;
  }

  // The records met since start(), each once.
  std::span<std::uint32_t> met() { return met_; }
  bool is_candidate(std::uint32_t record) const { return states_[record].shared != kWrongSize; }
  bool passes(std::uint32_t record) const { return states_[record].shared < kWrongSize; }
  std::uint32_t needed(std::uint32_t record) const { return states_[record].needed; }

 private:
  static constexpr std::uint32_t kWrongSize = 0xFFFFFFFEu;
  static constexpr std::uint32_t kOutOfPlace = 0xFFFFFFFFu;
  struct State {
    std::uint32_t shared = 0;  // 0: not met
    std::uint32_t needed = 0;
  };

  std::span<const std::uint32_t> sizes_;
  Threshold threshold_;
  std::uint32_t size_ = 0;
  Part part_ = Part::kEither;
  std::vector<State> states_;
  std::vector<std::uint32_t> met_;
};

}  // namespace textkin::join
