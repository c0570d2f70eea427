#include "stats/plan/planner.h"

#include <cmath>
#include <optional>
#include <string>

namespace textkin::stats {
namespace {

// The least number in [low, high] of which `holds` is true, where it stays true once it is; high must hold.
template <class Predicate>
std::uint32_t first_true(std::uint32_t low, std::uint32_t high, Predicate holds) {
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (holds(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

Status check(double threshold, std::uint32_t hashes) {
  if (!(threshold > 0 && threshold <= 1))
    return Status(Code::kInvalidArgument,
                  "a threshold of " + std::to_string(threshold) + " cannot be; give one above 0 and at most 1");
  if (hashes == 0) return Status(Code::kInvalidArgument, "a plan needs at least 1 hash");
  return {};
}

Plan make_plan(const CollisionLaw& law, double threshold, double target, std::uint32_t bands, std::uint32_t rows,
               std::uint32_t hashes) {
  Plan plan;
  plan.hashes = hashes;
  plan.bands = bands;
  plan.rows = rows;
  plan.threshold = threshold;
  plan.recall_target = target;
  plan.recall_at_threshold = law.candidate_probability(threshold, bands, rows);
  return plan;
}

// Bands of one row find a pair most often, so the number of hashes that suffices at all is a number of such bands.
std::string hashes_needed(const CollisionLaw& law, double threshold, double recall) {
  const auto enough = [&](std::uint32_t bands) { return law.candidate_probability(threshold, bands, 1) >= recall; };
  constexpr std::uint32_t kMost = 0xFFFFFFFFu;
  if (!enough(kMost)) return "no number of hashes keeps it; raise the threshold";
  return "it takes at least " + std::to_string(first_true(1, kMost, enough)) + " hashes";
}

}  // namespace

Result<Plan> plan_for_recall(const CollisionLaw& law, double threshold, double recall, std::uint32_t hashes) {
  TEXTKIN_RETURN_IF_ERROR(check(threshold, hashes));
  if (!(recall > 0 && recall < 1))
    return Status(Code::kInvalidArgument,
                  "a recall of " + std::to_string(recall) + " cannot be promised; give one between 0 and 1");
  for (std::uint32_t rows = hashes; rows > 0; --rows) {
    const auto enough = [&](std::uint32_t bands) {
      return law.candidate_probability(threshold, bands, rows) >= recall;
    };
    const std::uint32_t most = hashes / rows;
    if (enough(most)) return make_plan(law, threshold, recall, first_true(1, most, enough), rows, hashes);
  }
  return Status(Code::kInvalidArgument, std::to_string(hashes) + " hashes cannot find a pair at threshold " +
                                            std::to_string(threshold) + " with probability " + std::to_string(recall) +
                                            ": " + hashes_needed(law, threshold, recall));
}

Result<Plan> plan_by_preference(const CollisionLaw& law, double threshold, Preference preference,
                                std::uint32_t hashes) {
  TEXTKIN_RETURN_IF_ERROR(check(threshold, hashes));
  // (1/b)^(1/r) is a rounded root: a threshold that equals it in decimals counts as equal.
  constexpr double kRounding = 1e-12;
  std::optional<Plan> best;
  double best_place = 0;
  for (std::uint64_t row = 1; row <= hashes; ++row) {  // in 64 bits: of 32 the last one would be followed by 0
    if (hashes % row != 0) continue;
    const auto rows = static_cast<std::uint32_t>(row);
    const std::uint32_t bands = hashes / rows;
    const double place = std::pow(1.0 / bands, 1.0 / rows);
    const bool accuracy = preference == Preference::kAccuracy;
    const bool fits = accuracy ? place <= threshold + kRounding : place >= threshold - kRounding;
    const bool better = !best || (accuracy ? place > best_place : place < best_place);
    if (!fits || !better) continue;
    best = make_plan(law, threshold, 0, bands, rows, hashes);
    best_place = place;
  }
  if (best) return *best;
  return Status(Code::kInvalidArgument, "no bands and rows of " + std::to_string(hashes) +
                                            " hashes lie on the preferred side of " + std::to_string(threshold) +
                                            "; use more hashes or another threshold");
}

Result<Plan> plan_given(const CollisionLaw& law, double threshold, std::uint32_t bands, std::uint32_t rows,
                        std::uint32_t hashes) {
  TEXTKIN_RETURN_IF_ERROR(check(threshold, hashes));
  if (bands == 0 || rows == 0) return Status(Code::kInvalidArgument, "a plan needs at least 1 band of 1 row");
  if (std::uint64_t{bands} * rows > hashes)
    return Status(Code::kInvalidArgument, std::to_string(bands) + " bands of " + std::to_string(rows) + " rows need " +
                                              std::to_string(std::uint64_t{bands} * rows) + " hashes, and there are " +
                                              std::to_string(hashes) + "; use fewer bands or rows, or more hashes");
  return make_plan(law, threshold, 0, bands, rows, hashes);
}

std::vector<CurvePoint> s_curve(const CollisionLaw& law, const Plan& plan) {
  std::vector<CurvePoint> points;
  points.reserve(101);
  for (int percent = 0; percent <= 100; ++percent) {
    const double similarity = percent / 100.0;
    points.push_back({similarity, law.candidate_probability(similarity, plan.bands, plan.rows)});
  }
  return points;
}

}  // namespace textkin::stats
