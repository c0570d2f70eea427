// RunChances: with what probability the fingerprints of a document show that it shares shingles with a question.
//
// An index that keeps fingerprints has, of each document, those runs of words that winnowing chose: in each window of w
// runs the one with the least hash. A question looks up all its runs. Of a document that shares s of them so many are
// hits: each shared run is chosen with probability 2 / (w + 1), less at both ends of a text, where fewer windows cover
// it. So 2 / (w + 2) is counted on, as if each were drawn alone: X ~ Binomial(s, p). Runs that stand in a row are hits
// more surely than that, since two neighbours are seldom both left out: w in a row hold a whole window, of which one is
// chosen for certain.
//
//   least_hits(s)    k = 1 + floor(m - sqrt(2 m ln(1 / (1 - recall)))), m = p s, 1 at least: the most hits that can be
//                    asked for so that P(X >= k) >= recall (Chernoff's bound of the lower tail)
//   chance(s, n)     P(X >= k). Where k is 1: 1 - (1 - p)^s, and 1 where s > (w - 1) (n - s + 1): of n runs in a row
//                    n - s are not shared, so that w shared ones stand in a row somewhere
//
// Promise: P over the draw of the hashes, for documents in which few runs stand more than once: one run that is
// repeated in every window, and has a low hash, is chosen instead of all others. Threads: any.
#pragma once

#include <cstdint>

namespace textkin::engine::index_ask {

class RunChances {
 public:
  // `window`: w of the index. `recall`: that is asked for, above 0 and below 1.
  RunChances(std::uint32_t window, double recall);

  std::uint64_t least_hits(std::uint64_t shared) const;
  // `runs`: of the question, of which `shared` or more are looked up and shared.
  double chance(std::uint64_t shared, std::uint64_t runs) const;
  // The least of chance() over documents that share `least` runs or more.
  double least_chance(std::uint64_t least, std::uint64_t runs) const;

 private:
  double window_;
  double chosen_;  // p
  double recall_;
};

}  // namespace textkin::engine::index_ask
