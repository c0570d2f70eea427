#include "engine/find/search_bands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "base/machine.h"
#include "engine/find/result_files.h"
#include "engine/read/feature_sources.h"
#include "join/bands/bucket_groups.h"
#include "join/bands/identical.h"
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
  TEXTKIN_ASSIGN_OR_RETURN(join::IdenticalGroups groups,
                           join::find_identical(whole, order, collection.documents(), sources));
  take_duplicates(groups, collection, found);
  collapsed = std::move(groups.collapsed);
  return journal.kept() ? write_identical(journal, found) : Status();
}

}  // namespace

// Where memory is so small that it cuts the groups, they are of half of it.
std::string search_cut(const run::MemoryShares& shares) {
  return fmt::format("{}", std::min(shares.buckets, 2 * kMostOfAKeptGroup));
}

Result<FoundPairs> search_bands(const read::Collection& collection, run::Journal& journal,
                                read::BandPartitions& records, const KeepOrder& order, PairsWanted want,
                                const Threshold& least, run::StageClock& clock) {
  const std::uint64_t memory = collection.budget->limit();
  const run::MemoryShares& shares = collection.shares;
  FoundPairs found;
  found.pairs = PairStore(journal.directory().path(), shares.pairs);
  TEXTKIN_ASSIGN_OR_RETURN(FeatureSources sources, read::feature_sources(collection));

  clock.begin("identical");
  std::vector<std::uint8_t> collapsed;
  TEXTKIN_RETURN_IF_ERROR(find_duplicates(collection, journal, *records.whole, order, sources, found, collapsed));
  records.whole.reset();

  clock.begin("group");
  const join::GroupOptions grouping{.threads = collection.threads,
                                    .memory = shares.buckets,
                                    .group = journal.kept() ? kMostOfAKeptGroup : shares.buckets,
                                    .scratch = journal.directory().path(),
                                    .too_little = [&](std::uint64_t needed) {
                                      return fmt::format(
                                          "--memory {} is too little for the largest set of documents that are linked "
                                          "by candidates; {} would do",
                                          run::in_mebibytes(memory),
                                          run::in_mebibytes(run::memory_for_buckets(needed)));
                                    }};
  TEXTKIN_ASSIGN_OR_RETURN(join::BucketGroups groups, join::BucketGroups::collect(*records.bands, order, collapsed,
                                                                                  collection.documents(), grouping));
  records.bands.reset();
  collapsed = {};
  base::release_memory(memory);

  const join::VerifyOptions verification{.threshold = least, .cache_bytes = shares.sets};
  std::function<bool(DocId, DocId)> wanted;
  if (collection.has_against) {
    const DocId against = collection.against;
    wanted = [against](DocId a, DocId b) { return (a < against) != (b < against); };
  }
  for (std::size_t group = 0; group < groups.size(); ++group) {
    if (group < journal.pairs().size()) {
      TEXTKIN_RETURN_IF_ERROR(take_up_pairs(journal.pairs()[group], collection.documents(), found));
      continue;
    }
    clock.begin("group");
    TEXTKIN_ASSIGN_OR_RETURN(join::BucketGraph graph, groups.graph(group));
    clock.begin("verify");
    join::VerifyCounts counts;
    if (want == PairsWanted::kAllPairs && !journal.kept()) {
      // The pairs of one component may be more than memory holds, where its documents are not.
      TEXTKIN_RETURN_IF_ERROR(join::verify_all(graph, verification, wanted, sources, counts,
                                               [&](auto piece) { return found.pairs.append(std::move(piece)); }));
      found.counts.candidates += counts.candidates;
      found.counts.verified += counts.verified;
      continue;
    }
    TEXTKIN_ASSIGN_OR_RETURN(std::vector<VerifiedPair> pairs,
                             want == PairsWanted::kLeaders
                                 ? join::verify_leaders(graph, verification, sources, counts)
                                 : join::verify_all(graph, verification, wanted, sources, counts));
    if (journal.kept()) {
      TEXTKIN_RETURN_IF_ERROR(write_pairs(journal, pairs, counts));
      TEXTKIN_RETURN_IF_ERROR(take_up_pairs(journal.pairs().back(), collection.documents(), found));
      continue;
    }
    found.counts.candidates += counts.candidates;
    found.counts.verified += counts.verified;
    TEXTKIN_RETURN_IF_ERROR(found.pairs.append(std::move(pairs)));
  }
  found.spilled_bytes = groups.spilled_bytes() + found.pairs.spilled_bytes();
  return found;
}

}  // namespace textkin::engine::find
