#include "engine/find/background.h"

#include <algorithm>
#include <memory>

#include "engine/read/first_pass.h"
#include "hash/mix.h"
#include "join/sets/overlap.h"
#include "textkin/pair.h"

namespace textkin::engine::find {
namespace {

constexpr std::uint64_t kSampledPairs = 200000;

}  // namespace

Result<Background> sample_background(const run::RunOptions& asked, const std::vector<std::string>& inputs,
                                     Progress& progress) {
  run::RunOptions sampled = asked;
  sampled.input.arguments = inputs;
  TEXTKIN_ASSIGN_OR_RETURN(run::RunOptions options, run::settle(std::move(sampled)));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<read::FirstPass> gather, read::FirstPass::open(options, "", progress));
  TEXTKIN_ASSIGN_OR_RETURN(bool all, gather->retain({.features = options.memory / 2 / sizeof(Feature)}));
  if (!all)
    return Status(Code::kExhausted, "the background sample needs more than --memory; a few thousand documents do");
  TEXTKIN_ASSIGN_OR_RETURN(read::Collection sample, gather->take());
  Background background;
  background.documents = sample.documents();
  const std::uint64_t documents = background.documents;
  if (documents < 2) return Status(Code::kInvalidArgument, "the background sample holds fewer than two documents");

  const std::vector<FeatureView> sets = sample.feature_views();
  background.similarities.resize(std::min(kSampledPairs, documents * (documents - 1) / 2));
  for (std::uint64_t draw = 0; draw < background.similarities.size(); ++draw) {
    const std::uint64_t word = hash::stream_word(options.seed, draw);
    const std::uint64_t a = (word >> 32) * documents >> 32;
    const std::uint64_t other = (word & 0xFFFFFFFFu) * (documents - 1) >> 32;
    const std::uint64_t b = other + (other >= a);
    background.similarities[draw] =
        similarity(Measure::kJaccard, join::overlap(sets[a], sets[b]), sets[a].size(), sets[b].size());
  }
  return background;
}

}  // namespace textkin::engine::find
