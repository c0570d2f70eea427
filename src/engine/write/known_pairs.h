// KnownPairs: all alike pairs of a clean-up, from which it can be decided again at a higher threshold.
// Memory: 20 bytes a pair, 12 a duplicate, and 4 a document where the keep rule has an order of its own.
#pragma once

#include <vector>

#include "textkin/duplicate.h"
#include "textkin/keep.h"
#include "textkin/pair.h"

namespace textkin::engine::write {

struct KnownPairs {
  std::vector<VerifiedPair> pairs;    // of documents that stand for their groups, each once
  std::vector<Duplicate> duplicates;  // the best of each group by `order` stands for it
  KeepOrder order;
  double threshold = 0;  // the pairs are all from here on
};

}  // namespace textkin::engine::write
