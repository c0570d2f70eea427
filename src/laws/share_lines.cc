#include "laws/share_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "laws/law_checks.h"
#include "stats/interval/clopper_pearson.h"
#include "stats/law/match_share.h"
#include "stats/law/modified_similarity.h"

namespace textkin::laws {
namespace {

using report::LawReport;

constexpr double kNegligible = 1e-6;
constexpr std::uint32_t kMostHashes = 10'000'000;  // every line sums over them: a second each

void add_errors(const ShareQuestion& asked, const stats::MatchShare& law, LawReport& report) {
  report.lines.insert(
      report.lines.end(),
      {{"hashes", std::uint64_t{asked.hashes}, "matches of them are binomial (equation 16)"},
       {"expected", law.mean(), "share that matches"},
       {"sd", std::sqrt(law.variance()), "standard deviation of the share"},
       {"second_moment", law.moment(2), ""},
       {"third_moment", law.moment(3), ""},
       {"confidence", asked.confidence, ""},
       {"exact_error", law.least_error(asked.confidence),
        "least e with P(|share - p| <= e) >= confidence (equation 17)"},
       {"gaussian_error", stats::two_sided_normal(asked.confidence) * std::sqrt(law.variance()), "by the Gaussian law"},
       {"chebyshev_error", std::sqrt(law.variance() / (1 - asked.confidence)), "by Chebyshev's inequality"}});
}

void add_within(const ShareQuestion& asked, const stats::MatchShare& law, double similarity, LawReport& report) {
  const double within = *asked.within;
  const double around = asked.around.value_or(law.mean());
  report.lines.insert(report.lines.end(), {{"within", within, "the epsilon of equation 17"},
                                           {"around", around, asked.around ? "as given" : "the probability of a match"},
                                           {"probability_within", law.between(around - within, around + within),
                                            "P(|share - around| <= epsilon)"}});
  if (!asked.around)
    report.lines.push_back({"chebyshev_within", law.within_by_chebyshev(within), "the same is at least this"});
  // Of the similarity itself; equation 9 rises, so its ends are those of the share.
  double low = std::max(0.0, similarity - within);
  double high = std::min(1.0, similarity + within);
  if (asked.modified) {
    low = stats::modified_similarity(low);
    high = stats::modified_similarity(high);
  }
  report.lines.push_back({"estimate_within", law.between(low, high), "P(|estimate - Jaccard similarity| <= epsilon)"});
}

void add_moments(const ShareQuestion& asked, const stats::MatchShare& law, LawReport& report) {
  LawReport::Table table{"moments", {"order", "share"}, {}};
  if (asked.modified) table.columns.emplace_back("estimate");
  for (const double order : asked.moments) {
    std::vector<double> row{order, law.moment(order)};
    double sum = 0;
    for (std::uint32_t x = 0; x <= asked.hashes && asked.modified; ++x)
      sum += law.pmf(x) * std::pow(stats::plain_similarity(static_cast<double>(x) / asked.hashes), order);
    if (asked.modified) row.push_back(sum);
    table.rows.push_back(std::move(row));
  }
  report.tables.push_back(std::move(table));
}

void add_observed(const ShareQuestion& asked, LawReport& report) {
  const auto plain = [&](Interval interval) { return asked.modified ? stats::plain_similarity(interval) : interval; };
  const double share = static_cast<double>(*asked.matches) / asked.hashes;
  const Interval exact = plain(stats::clopper_pearson(*asked.matches, asked.hashes, asked.confidence));
  const Interval gauss = plain(stats::gaussian_interval(*asked.matches, asked.hashes, asked.confidence));
  report.lines.insert(report.lines.end(),
                      {{"matches", std::uint64_t{*asked.matches}, "observed"},
                       {"estimate", asked.modified ? stats::plain_similarity(share) : share,
                        asked.modified ? "s / (2 - s) of the share (equation 9)" : "the share"},
                       {"lower", exact.lower,
                        asked.modified ? "s / (2 - s) of the Clopper-Pearson bounds of the probability of a match"
                                       : "Clopper-Pearson, guaranteed for the probability of a match"},
                       {"upper", exact.upper, ""},
                       {"gaussian_lower", gauss.lower,
                        asked.modified ? "s / (2 - s) of the paper's interval with sqrt(p (1-p) / k)"
                                       : "the paper's interval with sqrt(p (1-p) / k)"},
                       {"gaussian_upper", gauss.upper, ""}});
}

}  // namespace

Status check(const ShareQuestion& asked) {
  TEXTKIN_RETURN_IF_ERROR(check_confidence(asked.confidence));
  if (asked.hashes == 0) return Status(Code::kInvalidArgument, "--hashes 0: at least one is needed");
  if (asked.hashes > kMostHashes)
    return Status(Code::kInvalidArgument, fmt::format("--hashes {} is more than {}", asked.hashes, kMostHashes));
  if (asked.matches) TEXTKIN_RETURN_IF_ERROR(check_matches(*asked.matches, asked.hashes));
  if (asked.within) TEXTKIN_RETURN_IF_ERROR(check_share("--within", *asked.within));
  if (asked.around) TEXTKIN_RETURN_IF_ERROR(check_share("--around", *asked.around));
  if (asked.around && !asked.within)
    return Status(Code::kInvalidArgument, "--around P is the centre of --within E; give both");
  return check_moments(asked.moments);
}

void add_share(const ShareQuestion& asked, double p, double similarity, LawReport& report) {
  const stats::MatchShare law(p, asked.hashes);
  add_errors(asked, law, report);
  if (asked.within) add_within(asked, law, similarity, report);
  LawReport::Table table{"shares", {"matches", "share", "probability"}, {}};
  for (std::uint32_t x = 0; x <= asked.hashes; ++x)
    if (law.pmf(x) >= kNegligible)
      table.rows.push_back({static_cast<double>(x), static_cast<double>(x) / asked.hashes, law.pmf(x)});
  report.tables.push_back(std::move(table));
  if (!asked.moments.empty()) add_moments(asked, law, report);
  if (asked.matches) add_observed(asked, report);
}

}  // namespace textkin::laws
