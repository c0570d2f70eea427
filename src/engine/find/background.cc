#include "engine/find/background.h"

#include <algorithm>
#include <memory>

#include "engine/read/retain_all.h"
#include "hash/mix.h"
#include "join/sets/overlap.h"
#include "textkin/jaccard.h"
#include "textkin/pair.h"

namespace textkin::engine::find {
namespace {

constexpr std::uint64_t kSampledPairs = 200000;

}  // namespace

Result<Background> sample_background(const run::ReadOptions& sample, std::uint64_t seed, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const run::Reading reading, run::settle(sample));
  TEXTKIN_ASSIGN_OR_RETURN(const read::Collection collection,
                           read::retain_all(reading, reading.limits.memory / 2, progress,
                                            "the background sample needs more than --memory; a few thousand documents "
                                            "do"));
  Background background;
  background.documents = collection.documents();
  const std::uint64_t documents = background.documents;
  if (documents < 2) return Status(Code::kInvalidArgument, "the background sample holds fewer than two documents");

  const std::vector<FeatureView> sets = collection.feature_views();
  background.similarities.resize(std::min(kSampledPairs, documents * (documents - 1) / 2));
  for (std::uint64_t draw = 0; draw < background.similarities.size(); ++draw) {
    const auto [a, b] = random_pair(seed, draw, documents);
    background.similarities[draw] = jaccard(join::overlap(sets[a], sets[b]), sets[a].size(), sets[b].size());
  }
  return background;
}

std::pair<std::uint64_t, std::uint64_t> random_pair(std::uint64_t seed, std::uint64_t draw, std::uint64_t many) {
  const std::uint64_t word = hash::stream_word(seed, draw);
  const std::uint64_t a = (word >> 32) * many >> 32;
  const std::uint64_t other = (word & 0xFFFFFFFFu) * (many - 1) >> 32;
  return {a, other + (other >= a)};
}

}  // namespace textkin::engine::find
