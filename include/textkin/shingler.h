// Shingler: text -> FeatureSet.
//
// Promise: the features depend on the TextSpec and the text alone. A text with fewer than K units has exactly one
// feature (all of it); a text without a unit has none.
// Ownership: keeps scratch memory of the size of the longest text seen; `out` may need more room meanwhile than what is
// appended does, so that views into it end. Threads: one Shingler a thread.
// Cost: ASCII text about 1 ns a byte; other text is normalised by ICU first (about 2 to 5 ns a byte).
#pragma once

#include <string_view>
#include <vector>

#include "textkin/feature_set.h"

namespace textkin {

class Shingler {
 public:
  virtual ~Shingler() = default;

  // Appends the distinct features of `text` (valid UTF-8) to `out`, in an order that is the same on every run:
  // enough for a sketch, and cheaper than sorting.
  virtual void append_distinct(std::string_view text, std::vector<Feature>& out) = 0;

  // Appends the distinct features of `text` in such an order, and beside each how often it occurs: the term
  // frequencies. Repeats are counted, never replicated, whether the spec is of sets or of multisets. Of weighted items:
  // their weights.
  virtual void append_counted(std::string_view text, std::vector<Feature>& out, std::vector<double>& counts) = 0;

  // Appends the features of append_distinct() in ascending order: what verification and exact joins need.
  virtual void append_sorted(std::string_view text, std::vector<Feature>& out) = 0;

  // Replaces `out` by them.
  void sorted_set(std::string_view text, std::vector<Feature>& out) {
    out.clear();
    append_sorted(text, out);
  }
};

}  // namespace textkin
