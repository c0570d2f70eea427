#include "engine/cleanup/decisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "cluster/decide.h"
#include "cluster/representatives.h"

namespace textkin::engine::cleanup {

Result<std::vector<KeepDecision>> decide(find::SearchRun& search, find::PairsWanted want, double at,
                                         write::Results& results) {
  find::FoundPairs& found = search.found;
  const bool all = want == find::PairsWanted::kAllPairs;
  std::optional<cluster::Representatives> representatives;
  if (all) representatives.emplace(found.duplicates, search.order);
  std::vector<KeepDecision> decisions = cluster::all_stay(search.collection.documents());
  std::vector<VerifiedPair> known;
  std::vector<VerifiedPair> scratch;
  std::uint64_t alike = found.pairs.size();
  for (std::size_t chunk = 0; chunk < found.pairs.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> pairs, found.pairs.read(chunk, scratch));
    if (!all) {
      cluster::decide_pairs(pairs, search.order, decisions);
      continue;
    }
    std::vector<VerifiedPair> renamed(pairs.begin(), pairs.end());
    representatives->rename(renamed);
    if (results.keeps_pairs()) known.insert(known.end(), renamed.begin(), renamed.end());
    alike -= std::erase_if(renamed, [at](const VerifiedPair& pair) { return pair.jaccard() < at; });
    cluster::decide_pairs(renamed, search.order, decisions);
  }
  cluster::decide_duplicates(found.duplicates, decisions);
  if (all && results.keeps_pairs())
    results.take_known({std::move(known), found.duplicates, search.order, search.stats.threshold});
  if (at != 0) search.stats.threshold = at;
  search.stats.pairs = alike + found.duplicates.size();
  return decisions;
}

Result<write::DecisionColumns> decide_again(const write::MemoryResult& answer, double at) {
  if (!answer.known)
    return Status(Code::kInvalidArgument,
                  "this result knows the pairs that one threshold needs; all_pairs=True of dedup() finds all, which "
                  "serve every higher one");
  const write::KnownPairs& known = *answer.known;
  if (!(at >= known.threshold && at <= 1))
    return Status(Code::kInvalidArgument, fmt::format("the result knows pairs from {} to 1, and not at {}; dedup() the "
                                                      "data at the least threshold that you want",
                                                      known.threshold, at));
  std::vector<VerifiedPair> pairs;
  std::ranges::copy_if(known.pairs, std::back_inserter(pairs),
                       [at](const VerifiedPair& pair) { return pair.jaccard() >= at; });
  write::DecisionColumns columns;
  columns.add(cluster::decide(answer.decisions.kept.size(), pairs, known.duplicates, known.order));
  return columns;
}

}  // namespace textkin::engine::cleanup
