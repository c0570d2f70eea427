#include "laws/law_chance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "laws/law_checks.h"
#include "stats/law/hypergeometric.h"
#include "textkin/p_value.h"

namespace textkin::laws {
namespace {

// All that is left out weighs less than the rounding of the sum.
constexpr double kLeastProbability = 1e-18;
constexpr std::uint64_t kMostCounts = 100'000;

double similarity_of(const ChanceQuestion& asked, std::uint64_t shared) {
  const std::uint64_t together = asked.size_a + asked.size_b;
  return together == 0 ? 0.0 : static_cast<double>(shared) / static_cast<double>(together - shared);
}

void add_levels(const ChanceQuestion& asked, const stats::ChanceOverlap& chance, LawReport& report) {
  const std::uint64_t most = std::min(asked.size_a, asked.size_b);
  for (const auto& [key, p] : {std::pair("significant_at_0.05", 0.05), std::pair("significant_at_0.001", 0.001)}) {
    const std::uint64_t needed = chance.least_significant(std::log(p));
    if (needed <= most && asked.size_a + asked.size_b > 0)
      report.lines.push_back({key, similarity_of(asked, needed), fmt::format("least similarity, {} shared", needed)});
    else
      report.lines.push_back({key, std::nan(""), "no overlap is that unlikely"});
  }
}

Status add_observed(const ChanceQuestion& asked, const stats::ChanceOverlap& chance, LawReport& report) {
  if (*asked.shared > std::min(asked.size_a, asked.size_b))
    return Status(Code::kInvalidArgument, fmt::format("--shared {} is more than the smaller set has", *asked.shared));
  const double log_p = chance.log_tail(*asked.shared);
  report.lines.insert(report.lines.end(),
                      {{"shared", *asked.shared, ""},
                       {"similarity", similarity_of(asked, *asked.shared), ""},
                       {"p_value", plain_p_value(log_p), "probability that random sets share so many or more"},
                       {"log10_p_value", log_p / std::numbers::ln10, ""}});
  return {};
}

// The counts on both sides of the mean that are likely enough: the law rises to its mode, beside the mean, and falls.
Status add_whole(const ChanceQuestion& asked, const stats::ChanceOverlap& chance, LawReport& report) {
  const double least = std::log(kLeastProbability);
  const auto middle = static_cast<std::uint64_t>(std::llround(chance.mean()));
  std::uint64_t first = middle;
  std::uint64_t end = middle;
  while (first > 0 && end - first <= kMostCounts && chance.log_pmf(first - 1) >= least) --first;
  while (end - first <= kMostCounts && chance.log_pmf(end) >= least) ++end;
  if (end - first > kMostCounts)
    return Status(Code::kExhausted,
                  fmt::format("--law: more than {} counts are likely; --shared X asks about one", kMostCounts));
  LawReport::Table table{"counts", {"shared", "similarity", "probability"}, {}};
  for (std::uint64_t x = first; x < end; ++x)
    table.rows.push_back({static_cast<double>(x), similarity_of(asked, x), std::exp(chance.log_pmf(x))});
  const std::uint64_t fewest =
      asked.size_a + asked.size_b > asked.universe ? asked.size_a + asked.size_b - asked.universe : 0;
  const std::uint64_t possible = std::min(asked.size_a, asked.size_b) - fewest + 1;
  report.lines.push_back({"possible_counts", possible,
                          possible == table.rows.size()
                              ? "all of them below"
                              : fmt::format("below those of a probability of {} or more", kLeastProbability)});
  report.tables.push_back(std::move(table));
  return {};
}

}  // namespace

Result<LawReport> law_of_chance(const ChanceQuestion& asked) {
  TEXTKIN_RETURN_IF_ERROR(check_moments(asked.moments));
  TEXTKIN_ASSIGN_OR_RETURN(stats::ChanceOverlap chance,
                           stats::ChanceOverlap::of(asked.universe, asked.size_a, asked.size_b));
  const double mean = chance.expected_jaccard();
  LawReport report;
  report.form = "chance";
  report.lines = {
      {"universe", asked.universe, "things, all equally likely"},
      {"size_a", asked.size_a, ""},
      {"size_b", asked.size_b, ""},
      {"expected_shared", chance.mean(), ""},
      {"sd_shared", std::sqrt(chance.variance()), "standard deviation"},
      {"expected", mean, "Jaccard similarity of random sets of these sizes"},
      {"sd", std::sqrt(std::max(0.0, chance.jaccard_moment(2) - mean * mean)), "its standard deviation"},
  };
  add_levels(asked, chance, report);
  if (asked.shared) TEXTKIN_RETURN_IF_ERROR(add_observed(asked, chance, report));
  if (asked.whole) TEXTKIN_RETURN_IF_ERROR(add_whole(asked, chance, report));
  if (!asked.moments.empty()) {
    LawReport::Table table{"moments", {"order", "moment"}, {}};
    for (const double order : asked.moments) table.rows.push_back({order, chance.jaccard_moment(order)});
    report.tables.push_back(std::move(table));
  }
  report.law = "hypergeometric overlap of two random subsets, exact; real things are not equally likely";
  report.reference = "Dembele, Lo 2017, proposition 1";
  return report;
}

}  // namespace textkin::laws
