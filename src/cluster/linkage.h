// Linkage: clusters of documents from their alike pairs, by the distance d = 1 - similarity.
//
// kSingle: two documents are in one cluster if a chain of pairs leads from one to the other: the connected components.
// kComplete: every two documents of a cluster are a pair. Clusters grow as complete linkage lets them: pairs are taken
// by similarity, the highest first, equal ones by a, then b; two clusters become one as soon as all pairs between them
// were taken. Both are what hierarchical clustering gives that is cut at the least similarity of the pairs.
// A cluster says that documents belong together, never which of them could go: dedup decides that by pairs alone.
// Memory: kSingle 4 bytes a document, kComplete about 100 a pair beside. Threads: one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "textkin/document.h"
#include "textkin/words.h"

namespace textkin::cluster {

enum class Linkage { kSingle, kComplete };
inline constexpr Words<Linkage, 2> kLinkageWords{{{"single", Linkage::kSingle}, {"complete", Linkage::kComplete}}};

struct LinkedPair {
  DocId a = 0;
  DocId b = 0;
  double similarity = 0;
};

// For each document the first of its cluster, itself where it is alone. Each pair comes once.
std::vector<DocId> link(DocId documents, std::span<const LinkedPair> pairs, Linkage linkage);

}  // namespace textkin::cluster
