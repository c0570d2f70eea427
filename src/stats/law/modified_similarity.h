// The modified similarity of Dembele and Lo 2017, which the RUM algorithm estimates, and back.
//
// RUM lists the members of both sets one after the other, so that shared ones are there twice: of |A| + |B| rows
// 2 |A n B| belong to both, and
//   simM = 2 |A n B| / (|A u B| + |A n B|) = 2 sim / (1 + sim)      (equations 6, 7; the Dice similarity)
//   sim = simM / (2 - simM)                                         (equations 8, 9).
// Both rise, so an interval of one is an interval of the other, at the same confidence, end by end.
#pragma once

#include "textkin/estimate.h"

namespace textkin::stats {

inline double modified_similarity(double similarity) { return 2 * similarity / (1 + similarity); }
inline double plain_similarity(double modified) { return modified / (2 - modified); }
inline Interval plain_similarity(const Interval& modified) {
  return {plain_similarity(modified.lower), plain_similarity(modified.upper)};
}

}  // namespace textkin::stats
