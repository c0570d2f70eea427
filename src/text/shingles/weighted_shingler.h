// WeightedShingler: texts that are sets of weighted items: the Shingler of --weights suffix.
//
// Definition, "weights.v1": the items of a text are its tokens of whitespace.v1, as they stand: NAME:WEIGHT, split at
// the last colon. A weight is a decimal number (17, 0.25, 1e-3) from kLeastItemWeight to kLargestItemWeight; with
// weight 0 the item is no member. The weights of an item that is repeated are added. Feature: that of the token NAME as
// word:1 has it, so that weights of 1 give the features of the plain set. append_counted gives the weights.
// append_distinct and sorted_set replicate: an item of weight w and unit u becomes max(1, floor(w / u + 1/2)) copies,
// the i-th further one as --multiset makes it (distinct.h), so that the Jaccard similarity of the sets is the weighted
// Jaccard similarity of the weights rounded to multiples of u, and every promise about sets holds of it. With whole
// weights and unit 1 nothing is rounded. Texts must have passed check_weights(): of others, items that it refuses are
// left out. Cost: some 30 ns an item and 1 ns a copy. Threads: one shingler a thread; check_weights: any.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hash/key.h"
#include "textkin/shingler.h"

namespace textkin::text {

inline constexpr double kLeastItemWeight = 1e-9;
inline constexpr double kLargestItemWeight = 1e9;
inline constexpr std::uint64_t kMostCopies = 1000000;  // of one text

// Why `text` is no set of weighted items, for a person; empty where it is one.
std::string check_weights(std::string_view text, double unit);

class WeightedShingler : public Shingler {
 public:
  WeightedShingler(const hash::Key& key, double unit) : key_(key), unit_(unit) {}

  void append_distinct(std::string_view text, std::vector<Feature>& out) override;
  void append_counted(std::string_view text, std::vector<Feature>& out, std::vector<double>& counts) override;
  void append_sorted(std::string_view text, std::vector<Feature>& out) override;

 private:
  hash::Key key_;
  double unit_;
  std::vector<std::pair<Feature, double>> members_;
};

}  // namespace textkin::text
