#include "engine/search_bands.h"

#include <functional>

#include "engine/features.h"
#include "join/bucket_graph.h"
#include "join/identical.h"
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
  Result<join::BucketGraph> graph = join::make_bucket_graph(tables.bands, order, groups->collapsed, options.threads);
  if (!graph.ok()) return graph.status();

  clock.begin("verify");
  const join::ResolveOptions resolve{.threshold = options.threshold, .cache_bytes = options.memory / 4};
  join::ResolveCounts counts;
  std::function<bool(DocId, DocId)> wanted;
  if (!options.against.empty()) {
    const DocId against = collection.against;
    wanted = [against](DocId a, DocId b) { return (a < against) != (b < against); };
  }
  Result<std::vector<VerifiedPair>> pairs = want == Want::kLeaders
                                                ? join::resolve_leaders(*graph, resolve, *sources, counts)
                                                : join::resolve_all(*graph, resolve, wanted, *sources, counts);
  if (!pairs.ok()) return pairs.status();
  found.pairs = std::move(pairs).value();
  found.counts.candidates += counts.candidates;
  found.counts.verified += counts.verified;
  return found;
}

}  // namespace textkin::engine
