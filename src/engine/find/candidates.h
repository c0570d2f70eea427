// Candidates: every pair of documents that lies in a bucket of some band, with both values: what bands do, shown.
//
// A search looks at a small part of these: it takes equal documents as one and leaves out what cannot reach the
// threshold. So they are made anew, when they are asked for: band records of all documents, bucket by bucket; each pair
// once, in the first band that both share, with its estimate and its exact similarity.
// Cost: a sketch a document; for each candidate a set and a sketch. Buckets of m documents have m (m - 1) / 2 pairs.
// Memory: 16 bytes a band record up to a share of the run's, then scratch; the records of one partition. Threads: one.
#pragma once

#include <functional>

#include "engine/read/collection.h"
#include "join/measures/measure.h"
#include "textkin/plan.h"
#include "textkin/sketch_options.h"
#include "textkin/status.h"

namespace textkin::engine::find {

struct Candidate {
  DocId a = 0;
  DocId b = 0;
  std::uint32_t bands = 0;   // in which the cells of both are equal
  std::uint32_t band = 0;    // the first of these, from 0
  std::uint64_t bucket = 0;  // the key of that band
  double estimate = 0;
  std::uint64_t shared = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
};

// Calls `use` for each candidate, a before b; with --against only INPUT's documents (a) with those of it (b). Ordered
// by bucket, then a, then b, whatever the memory. Stops at the first error of `use`, which it returns.
Status each_candidate(const read::Collection& collection, const Plan& plan, const SketchOptions& sketch,
                      const std::function<Status(const Candidate&)>& use);

}  // namespace textkin::engine::find
