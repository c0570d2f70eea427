#include "engine/find/search_bands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "base/free_room.h"
#include "base/machine.h"
#include "engine/find/result_files.h"
#include "engine/read/feature_sources.h"
#include "join/bands/bucket_groups.h"
#include "join/bands/identical.h"
#include "join/measures/threshold.h"
#include "join/verify/verify_all.h"
#include "join/verify/verify_leaders.h"
#include "join/verify/verify_options.h"
#include "textkin/duplicate.h"

namespace textkin::engine::find {
namespace {

// In a directory that is kept a group is at most this, so that a kill costs little; a single component may need more.
constexpr std::uint64_t kMostOfAKeptGroup = 64ull << 20;

// Groups of identical documents: as a former run found them, or found now. `collapsed`: a flag a document.
Status find_duplicates(const read::Collection& collection, run::Journal& journal, base::RecordPartitions& whole,
                       const KeepOrder& order, FeatureSources& sources, FoundPairs& found,
                       std::vector<std::uint8_t>& collapsed) {
  if (journal.identical() != nullptr) {
    TEXTKIN_RETURN_IF_ERROR(take_up_identical(*journal.identical(), collection.documents(), found));
    collapsed.assign(collection.documents(), 0);
    for (const Duplicate& duplicate : found.duplicates) collapsed[duplicate.doc] = 1;
    return {};
  }
  TEXTKIN_ASSIGN_OR_RETURN(join::IdenticalGroups groups, join::find_identical(whole, order, collection.documents(),
                                                                              sources, collection.shares.sets / 2));
  take_duplicates(groups, collection, found);
  collapsed = std::move(groups.collapsed);
  return journal.kept() ? write_identical(journal, found) : Status();
}

// How buckets are grouped by the components that they link, so that each group fits its share.
join::GroupOptions grouping_of(const read::Collection& collection, const run::Journal& journal) {
  const std::uint64_t buckets = collection.shares.buckets;
  return {.threads = collection.threads,
          .memory = buckets,
          .group = journal.kept() ? kMostOfAKeptGroup : buckets,
          .scratch = journal.directory().path(),
          .too_little = [given = collection.shares.given](std::uint64_t needed) {
            return fmt::format(
                "--memory {} is too little for the largest set of documents that are linked by candidates; {} would do",
                given.told(), given.told(run::memory_for_buckets(needed)));
          }};
}

// Verifies the candidates of one group after the other.
class GroupVerifier {
 public:
  GroupVerifier(const read::Collection& collection, run::Journal& journal, PairsWanted want,
                const join::Threshold& least, FeatureSources& sources)
      : collection_(collection),
        journal_(journal),
        want_(want),
        options_{.threshold = least, .cache_bytes = collection.shares.sets, .stays_from = stays_from(collection)},
        sources_(sources) {
    if (collection.has_against)
      wanted_ = [against = collection.against](DocId a, DocId b) { return (a < against) != (b < against); };
  }

  // As a former run left the pairs of the group, if it did.
  bool is_recorded(std::size_t group) const { return group < journal_.pairs().size(); }
  Status take_up(std::size_t group, FoundPairs& found) const {
    return take_up_pairs(journal_.pairs()[group], collection_.documents(), found);
  }

  Status verify(const join::BucketGraph& graph, FoundPairs& found) {
    join::VerifyCounts counts;
    if (want_ == PairsWanted::kAllPairs && !journal_.kept()) {
      // The pairs of one component may be more than memory holds, where its documents are not.
      TEXTKIN_RETURN_IF_ERROR(join::verify_all(graph, options_, wanted_, sources_, counts,
                                               [&](auto piece) { return found.pairs.append(std::move(piece)); }));
      add(counts, found);
      return {};
    }
    TEXTKIN_ASSIGN_OR_RETURN(std::vector<VerifiedPair> pairs,
                             want_ == PairsWanted::kLeaders
                                 ? join::verify_leaders(graph, options_, sources_, counts)
                                 : join::verify_all(graph, options_, wanted_, sources_, counts));
    if (journal_.kept()) {
      TEXTKIN_RETURN_IF_ERROR(write_pairs(journal_, pairs, counts));
      return take_up(journal_.pairs().size() - 1, found);
    }
    add(counts, found);
    return found.pairs.append(std::move(pairs));
  }

 private:
  static void add(const join::VerifyCounts& counts, FoundPairs& found) {
    found.counts.candidates += counts.candidates;
    found.counts.verified += counts.verified;
  }

  const read::Collection& collection_;
  run::Journal& journal_;
  PairsWanted want_;
  join::VerifyOptions options_;
  FeatureSources& sources_;
  std::function<bool(DocId, DocId)> wanted_;  // null: any two
};

}  // namespace

// Where memory is so small that it cuts the groups, they are of half of it.
std::string search_cut(const run::MemoryShares& shares) {
  return fmt::format("{}", std::min(shares.buckets, 2 * kMostOfAKeptGroup));
}

Result<FoundPairs> search_bands(const read::Collection& collection, run::Journal& journal,
                                read::BandPartitions& records, const KeepOrder& order, PairsWanted want,
                                const join::Threshold& least, run::StageClock& clock) {
  FoundPairs found;
  found.pairs = PairStore(journal.directory().path(), collection.shares.pairs);
  TEXTKIN_ASSIGN_OR_RETURN(FeatureSources sources, read::verifying_sources(collection));

  clock.begin("identical");
  std::vector<std::uint8_t> collapsed;
  TEXTKIN_RETURN_IF_ERROR(find_duplicates(collection, journal, *records.whole, order, sources, found, collapsed));
  records.whole.reset();

  clock.begin("group");
  TEXTKIN_ASSIGN_OR_RETURN(join::BucketGroups groups,
                           join::BucketGroups::collect(*records.bands, order, collapsed, collection.documents(),
                                                       grouping_of(collection, journal)));
  records.bands.reset();
  base::free_room(collapsed);
  base::release_memory(collection.budget->limit());

  GroupVerifier verifier(collection, journal, want, least, sources);
  for (std::size_t group = 0; group < groups.size(); ++group) {
    if (verifier.is_recorded(group)) {
      TEXTKIN_RETURN_IF_ERROR(verifier.take_up(group, found));
      continue;
    }
    clock.begin("group");
    TEXTKIN_ASSIGN_OR_RETURN(const join::BucketGraph graph, groups.graph(group));
    clock.begin("verify");
    TEXTKIN_RETURN_IF_ERROR(verifier.verify(graph, found));
  }
  found.spilled_bytes = groups.spilled_bytes() + found.pairs.spilled_bytes();
  return found;
}

}  // namespace textkin::engine::find
