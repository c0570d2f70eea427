// HeldItems: the features of a set that grows, with their weights where it has any, in 8 to 22 bytes a feature.
//
// An open table of the features alone; weights lie beside it, and only of a weighted set. Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "textkin/feature_set.h"

namespace textkin::python {

class HeldItems {
 public:
  explicit HeldItems(bool weighted) : weighted_(weighted) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // Its weight, which is 1 in a plain set; of one that is new, 0 in a weighted set. It is in the set from now on.
  double weight_or_add(Feature feature);
  void set_weight(Feature feature, double weight);  // of one that is there, in a weighted set

  // Calls visit(feature, weight) for each, in any order.
  template <class Visit>
  void each(Visit visit) const {
    if (zero_) visit(Feature{0}, weighted_ ? zero_weight_ : 1.0);
    for (std::size_t i = 0; i < table_.size(); ++i)
      if (table_[i] != 0) visit(table_[i], weighted_ ? weights_[i] : 1.0);
  }

  void clear() { *this = HeldItems(weighted_); }

 private:
  std::size_t place_of(Feature feature) const;  // where it is, or would be
  void grow();

  bool weighted_;
  bool zero_ = false;  // the feature 0, which stands for an empty place
  double zero_weight_ = 0;
  std::size_t size_ = 0;
  std::vector<Feature> table_;  // a power of two, at most three quarters full
  std::vector<double> weights_;
};

}  // namespace textkin::python
