// Verification: candidates that share a bucket -> all pairs that are alike.
//
// Pairs are verified on the exact feature sets before anything is returned; each text is read about once (members of a
// component are taken together); the pairs are the same for any number of threads.
//
// So are the counts: candidates are distinct pairs that shared a bucket and were looked at, verified are those whose
// sizes allow the threshold: compared, by their bitmaps and then as sets. Where the buckets of a document have many
// members (thread_team.h), an index of rare features leaves out, before they are counted, most of those that cannot be
// similar; which ones depends on the memory and, by a few, on the secret under which the run hashes words. Otherwise:
// what one thread that takes the documents one by one would look at.
#pragma once

#include <functional>
#include <vector>

#include "join/bands/bucket_graph.h"
#include "join/sets/verify_counts.h"
#include "join/verify/verify_options.h"
#include "textkin/feature_source.h"
#include "textkin/pair.h"
#include "textkin/status.h"

namespace textkin::join {

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

}  // namespace textkin::join
