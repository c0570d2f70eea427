// Fingerprints of a collection -> pairs of documents that share one, each with the places: seeds for the aligner.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "align/common_runs.h"
#include "base/spilling_records.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::align {

// Records: key is the fingerprint, value document << 32 | place.
inline base::KeyValue fingerprint_record(std::uint64_t hash, DocId doc, std::uint32_t place) {
  return {.value = std::uint64_t{doc} << 32 | place, .key = hash};
}

inline constexpr std::uint32_t kMostPostings = 16;

// A fingerprint that pairs are left out of: where it stands first, and how many documents have it.
struct CommonPlace {
  DocId doc = kNoDoc;
  std::uint32_t place = 0;
  std::uint32_t documents = 0;
};

struct FingerprintCounts {
  std::uint64_t common = 0;                       // fingerprints that pairs are left out of
  std::uint64_t candidates = 0;                   // pairs
  std::uint64_t most_places = ~std::uint64_t{0};  // so many common ones have room; asked for
  std::vector<CommonPlace> places;                // of the common ones, by (doc, place); none where they are more
};

// Which pairs of documents are wanted: those of one collection, or of INPUT (before `against`) with the rest, and with
// `within` those of INPUT too.
struct Sides {
  DocId documents = 0;
  DocId against = 0;
  bool within = false;
  bool two() const { return against < documents; }
};

// Reads all partitions of `fingerprints`; seeds go to `seeds`, keyed so that pairs of the same first document are
// together. A fingerprint that is common gives none and is counted: what more than `most` documents have is for pairs
// of one collection, and what more than `most` of the rest have for those of INPUT with it. So a fingerprint brings a
// document at most `most` partners, and what INPUT has of the rest does not depend on how many of INPUT have it. A
// document's first kMostPostings places of a fingerprint count.
Status join_fingerprints(base::SpillingRecords& fingerprints, const Sides& sides, std::uint32_t most, unsigned threads,
                         base::SpillingRecords& seeds, FingerprintCounts& counts);

// Calls body(a, b, seeds, worker) for each pair of `seeds`, in parallel; those with the same `a` one after the other by
// the same worker, ascending by b. `told` hears how far it is, from one thread at a time.
Status for_candidates(base::SpillingRecords& seeds, unsigned threads,
                      const std::function<Status(DocId, DocId, std::vector<Seed>&, unsigned)>& body,
                      const std::function<void(std::uint64_t done, std::uint64_t all)>& told);

}  // namespace textkin::align
