// Neighbour search: all similar documents of a few, by reading the whole collection once.
//
// The sets of the documents that are asked for stay in memory with an index over them (sample_index.h); every other
// document passes by. Nothing is kept of what was found: a document can have as many neighbours as there are documents.
// Where the index would outgrow `memory_bytes`, the documents asked for are taken in portions, one pass each.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "join/measures/threshold.h"
#include "textkin/document.h"
#include "textkin/feature_source.h"
#include "textkin/status.h"

namespace textkin::join {

struct NeighbourOptions {
  Threshold threshold;                      // one that can be; else kInvalidArgument
  std::uint64_t memory_bytes = 1ull << 30;  // bound on sets and index, but for a few sets; never changes the answer
  // Containment: of what is asked for in what passes by; else of the smaller in the larger.
  bool directed = false;
};

// `neighbour` has a similarity to asked[i] at or above the threshold. Called from several threads at once,
// worker < number of sources; in an order that depends on the threads, each neighbour of each i exactly once.
using OnNeighbour = std::function<void(std::size_t i, DocId neighbour, unsigned worker)>;

// The neighbours of each document of `asked` among documents [first, end), not itself. `sources`: one a thread, at
// least one. Cost: each document of [first, end) is read once a portion, in ascending order.
Status find_neighbours(std::span<const DocId> asked, DocId first, DocId end, const NeighbourOptions& options,
                       FeatureSources& sources, const OnNeighbour& on_neighbour);

}  // namespace textkin::join
