// Verification for one keep rule: candidates that share a bucket -> the pairs that the rule needs.
//
// Verified on the exact sets, read once, and the same for any number of threads, as verify_all.h says; so are the
// counts.
#pragma once

#include <vector>

#include "join/bands/bucket_graph.h"
#include "join/sets/verify_counts.h"
#include "join/verify/verify_options.h"
#include "textkin/feature_source.h"
#include "textkin/pair.h"
#include "textkin/status.h"

namespace textkin::join {

// The pairs that the keep rule needs, and no others: in the keep order that the graph was made with, each document is
// compared with those of its buckets that are kept so far, best first, until one is similar; then it is removed, else
// it is kept; those of options.stays_from on are kept without a question. So a bucket of m alike documents costs m - 1
// verifications. Small components whose texts are short or not at hand are read ahead in the order of the input, many
// in half of the cache (join/sets/sets_ahead.h). Of large ones only the sets of documents that stay are held; where
// they outgrow the cache, documents undecided by then are read again for each further cacheful. Counts are added to
// `counts`. Pairs come as (a = removed, b = its partner that stays), ascending by a.
Result<std::vector<VerifiedPair>> verify_leaders(const BucketGraph& graph, const VerifyOptions& options,
                                                 FeatureSources& sources, VerifyCounts& counts);

}  // namespace textkin::join
