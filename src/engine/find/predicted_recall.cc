#include "engine/find/predicted_recall.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "engine/run/plan_options.h"
#include "sketch/catalog.h"

namespace textkin::engine::find {

Result<SimilarityCounts> SimilarityCounts::of(const FoundPairs& found) {
  SimilarityCounts counts;
  counts.add(1.0, found.duplicates.size());
  std::vector<VerifiedPair> scratch;
  for (std::size_t chunk = 0; chunk < found.pairs.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> pairs, found.pairs.read(chunk, scratch));
    for (const VerifiedPair& pair : pairs) counts.add(pair.jaccard());
  }
  return counts;
}

void SimilarityCounts::add_steps(std::span<const std::uint64_t> steps) {
  for (std::size_t step = 0; step <= kSteps; ++step) counts_[step] += steps[step];
}

Result<SimilarityCounts> SimilarityCounts::of_all(const FoundPairs& found, bool within) {
  std::vector<DocId> firsts;  // of groups of identical documents, one for each of the others
  firsts.reserve(found.duplicates.size());
  for (const Duplicate& duplicate : found.duplicates) firsts.push_back(duplicate.first);
  std::ranges::sort(firsts);
  SimilarityCounts counts;
  for (std::size_t i = 0, end = 0; within && i < firsts.size(); i = end) {
    while (end < firsts.size() && firsts[end] == firsts[i]) ++end;
    counts.add(1.0, std::uint64_t{end - i} * (end - i + 1) / 2);
  }
  const auto like = [&](DocId doc) -> std::uint64_t { return 1 + std::ranges::equal_range(firsts, doc).size(); };
  std::vector<VerifiedPair> scratch;
  for (std::size_t chunk = 0; chunk < found.pairs.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> pairs, found.pairs.read(chunk, scratch));
    for (const VerifiedPair& pair : pairs) counts.add(pair.jaccard(), like(pair.a) * like(pair.b));
  }
  return counts;
}

std::vector<stats::SimilarityCount> SimilarityCounts::all() const {
  std::vector<stats::SimilarityCount> out;
  for (std::size_t step = 0; step <= kSteps; ++step)
    if (counts_[step] > 0) out.push_back({static_cast<double>(step) / kSteps, counts_[step]});
  return out;
}

double predicted_recall(const CollisionLaw& law, const Plan& plan, const SimilarityCounts& counts) {
  const std::optional<stats::RecallEstimate> estimate = stats::estimate_recall(law, plan, counts.all());
  return estimate ? estimate->recall : plan.recall_at_threshold;
}

Result<double> predicted_recall(const run::Search& search, std::span<const std::uint64_t> steps) {
  if (steps.size() != SimilarityCounts::kSteps + 1)
    return Status(Code::kInvalidArgument, fmt::format("{} numbers of pairs by similarity; there are {} steps",
                                                      steps.size(), SimilarityCounts::kSteps + 1));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(search.sketch));
  TEXTKIN_ASSIGN_OR_RETURN(const Plan plan, run::make_plan(search, sketcher->law()));
  SimilarityCounts counts;
  counts.add_steps(steps);
  return predicted_recall(sketcher->law(), plan, counts);
}

}  // namespace textkin::engine::find
