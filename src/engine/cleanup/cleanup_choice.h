// CleanupChoice: what the report of a clean-up counts and shows, taken from the decisions alone.
//
// A person looks at some of the removed documents: the least similar ones, for these are what to doubt; then some of
// each similarity, drawn by a hash of their numbers, for a picture of all; then the least similar of each of the
// largest clusters. Where no more than kMostShown were removed, all are shown.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "textkin/document.h"
#include "textkin/keep.h"

namespace textkin::engine::cleanup {

struct CleanupChoice {
  static constexpr std::size_t kMostShown = 2000;
  static constexpr std::size_t kMostClusters = 100;
  static constexpr std::size_t kBins = 100;

  struct Cluster {
    DocId kept = kNoDoc;
    std::uint32_t removed = 0;  // its other members
    DocId least = kNoDoc;       // of them the least similar, ties to the earlier
  };

  std::uint64_t removed = 0;
  std::uint64_t identical = 0;                      // of them
  std::array<std::uint64_t, kBins> similarities{};  // of the others: [i] of those in [i, i + 1) hundredths
  std::uint64_t clusters = 0;
  std::vector<Cluster> largest;  // at most kMostClusters; the largest first, ties in order of the kept documents
  std::vector<DocId> shown;      // removed documents, each once, those that deserve their place most first
};

// Cost: a sort of the removed documents. Memory: 8 bytes for each of them for the while, which a run has left when it
// has decided (kBytesADocument). Depends on nothing but `decisions`.
CleanupChoice choose_for_report(const std::vector<KeepDecision>& decisions);

}  // namespace textkin::engine::cleanup
