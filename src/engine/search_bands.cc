#include "engine/search_bands.h"

#include <functional>

#include "engine/features.h"
#include "join/bucket_groups.h"
#include "join/identical.h"
#include "join/pair_list.h"
#include "join/resolve.h"

namespace textkin::engine {

Result<Found> search_bands(const Collection& collection, BandTables& tables, const KeepOrder& order, Want want,
                           const RunOptions& options, StageClock& clock) {
  Found found;
  Result<join::FeatureSources> sources = feature_sources(collection, options);
  if (!sources.ok()) return sources.status();

  clock.begin("identical");
  Result<join::IdenticalGroups> groups = join::find_identical(tables.whole, order, collection.documents(), *sources);
  if (!groups.ok()) return groups.status();
  take_duplicates(*groups, collection, found);

  clock.begin("group");
  Result<join::BucketGroups> buckets = join::BucketGroups::collect(
      tables.bands, order, groups->collapsed, collection.documents(),
      {.threads = options.threads, .memory = options.memory / 2, .scratch = collection.scratch->path()});
  if (!buckets.ok()) return buckets.status();

  clock.begin("verify");
  const join::ResolveOptions resolve{.threshold = options.threshold, .cache_bytes = options.memory / 4};
  join::ResolveCounts counts;
  std::function<bool(DocId, DocId)> wanted;
  if (!options.against.empty()) {
    const DocId against = collection.against;
    wanted = [against](DocId a, DocId b) { return (a < against) != (b < against); };
  }
  std::vector<std::vector<VerifiedPair>> pairs;
  for (std::size_t group = 0; group < buckets->size(); ++group) {
    const Result<join::BucketGraph> graph = buckets->graph(group);
    if (!graph.ok()) return graph.status();
    Result<std::vector<VerifiedPair>> some = want == Want::kLeaders
                                                 ? join::resolve_leaders(*graph, resolve, *sources, counts)
                                                 : join::resolve_all(*graph, resolve, wanted, *sources, counts);
    if (!some.ok()) return some.status();
    pairs.push_back(std::move(some).value());
  }
  found.pairs = pairs.size() == 1 ? std::move(pairs.front()) : join::merge_pairs(std::move(pairs));
  found.counts.candidates += counts.candidates;
  found.counts.verified += counts.verified;
  return found;
}

}  // namespace textkin::engine
