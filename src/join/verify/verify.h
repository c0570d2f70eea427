// Resolution: candidates that share a bucket -> verified pairs.
//
// Both functions verify on the exact feature sets before anything is returned, read each text about once (members of a
// component are taken together), and give the same pairs for any number of threads.
#pragma once

#include <functional>
#include <vector>

#include "join/bands/bucket_graph.h"
#include "join/bands/identical.h"
#include "textkin/pair.h"

namespace textkin::join {

// The same for any number of threads. Where the buckets of a document have many members (team.h), an index of rare
// features leaves out, before they are counted, most of those that cannot be similar; which ones may depend on the
// memory. Otherwise: what one thread that takes the documents one by one would look at.
struct VerifyCounts {
  std::uint64_t candidates = 0;  // distinct pairs that shared a bucket and were looked at
  std::uint64_t verified = 0;    // those whose sizes allow the threshold: compared, by their parities and then as sets
};

struct VerifyOptions {
  Threshold threshold;                     // one that can be; else kInvalidArgument
  std::uint64_t cache_bytes = 1ull << 30;  // bound on feature sets held at a time, over all threads, but for a few sets
};

// All pairs at or above the threshold. `wanted(a, b)` false leaves a pair out (empty function: all are wanted); it is
// called from several threads at once, with a < b. A document none of whose pairs is wanted is not read, where its
// first thousand others show that. A set is read once where those of its component fit the cache, else once more for
// each cacheful of its component that holds a candidate. Counts are added to `counts`. Pairs come with a < b,
// ascending.
Result<std::vector<VerifiedPair>> verify_all(const BucketGraph& graph, const VerifyOptions& options,
                                             const std::function<bool(DocId, DocId)>& wanted, FeatureSources& sources,
                                             VerifyCounts& counts);

// The same where the pairs of one component may be more than memory holds: in pieces, in no order. `take` is called by
// one thread at a time; its failure ends the search.
using TakePairs = std::function<Status(std::vector<VerifiedPair>)>;
Status verify_all(const BucketGraph& graph, const VerifyOptions& options,
                  const std::function<bool(DocId, DocId)>& wanted, FeatureSources& sources, VerifyCounts& counts,
                  const TakePairs& take);

// The pairs that the keep rule needs, and no others: in the keep order that the graph was made with, each document is
// compared with those of its buckets that are kept so far, best first, until one is similar; then it is removed, else
// it is kept. So a bucket of m alike documents costs m - 1 verifications. Only the sets of documents that stay are
// held; where they outgrow the cache, documents undecided by then are read again for each further cacheful. Counts are
// added to `counts`. Pairs come as (a = removed, b = its partner that stays), ascending by a.
Result<std::vector<VerifiedPair>> verify_leaders(const BucketGraph& graph, const VerifyOptions& options,
                                                 FeatureSources& sources, VerifyCounts& counts);

}  // namespace textkin::join
