#include "laws/law_ru.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "laws/law_checks.h"
#include "laws/member_list.h"
#include "stats/interval/clopper_pearson.h"
#include "stats/law/match_share.h"
#include "stats/law/modified_similarity.h"
#include "stats/law/ru_law.h"

namespace textkin::laws {
namespace {

using Rows = std::vector<std::uint32_t>;

constexpr double kNegligible = 1e-6;

Result<Rows> parse_rows(std::string_view option, std::string_view list) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> members, parse_members(option, list, UINT32_MAX));
  return Rows(members.begin(), members.end());
}

std::uint32_t count_shared(const Rows& a, const Rows& b) {
  Rows both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return static_cast<std::uint32_t>(both.size());
}

// The doubled list of RUM: the members of A, then those of B; a shared one has two rows, both of both sets.
void double_list(Rows& a, Rows& b) {
  Rows rows_a;
  Rows rows_b;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    rows_a.push_back(i + 1);
    if (std::ranges::binary_search(b, a[i])) rows_b.push_back(i + 1);
  }
  for (std::uint32_t j = 0; j < b.size(); ++j) {
    const auto row = static_cast<std::uint32_t>(a.size()) + j + 1;
    if (std::ranges::binary_search(a, b[j])) rows_a.push_back(row);
    rows_b.push_back(row);
  }
  a = std::move(rows_a);
  b = std::move(rows_b);
}

// What is asked, with the doubled list made.
struct Asked {
  bool listed = false;
  Rows a;
  Rows b;
  std::uint32_t rows = 0;
  std::uint32_t size_a = 0;  // of the original sets
  std::uint32_t size_b = 0;
  std::uint32_t shared = 0;

  double similarity() const {
    const double united = static_cast<double>(size_a) + size_b - shared;
    return united > 0 ? shared / united : 0.0;
  }
};

Result<Asked> read(const RuQuestion& question) {
  const bool sized = question.size_a || question.size_b || question.shared;
  Asked asked;
  asked.listed = !question.set_a.empty() || !question.set_b.empty();
  if (asked.listed == sized || (sized && !(question.size_a && question.size_b && question.shared)))
    return Status(Code::kInvalidArgument,
                  "give either both sets, --set-a and --set-b, or --size-a, --size-b and --shared");
  if (asked.listed) {
    TEXTKIN_ASSIGN_OR_RETURN(Rows a, parse_rows("--set-a", question.set_a));
    TEXTKIN_ASSIGN_OR_RETURN(Rows b, parse_rows("--set-b", question.set_b));
    asked.a = std::move(a);
    asked.b = std::move(b);
    asked.size_a = static_cast<std::uint32_t>(asked.a.size());
    asked.size_b = static_cast<std::uint32_t>(asked.b.size());
    asked.shared = count_shared(asked.a, asked.b);
    if (question.modified) double_list(asked.a, asked.b);
  } else {
    asked.size_a = *question.size_a;
    asked.size_b = *question.size_b;
    asked.shared = *question.shared;
    if (asked.shared > std::min(asked.size_a, asked.size_b))
      return Status(Code::kInvalidArgument, fmt::format("--shared {} is more than the smaller set has", asked.shared));
  }
  const std::uint64_t doubled = std::uint64_t{asked.size_a} + asked.size_b;
  if (question.modified && (question.rows != 0 || doubled > UINT32_MAX))
    return Status(Code::kInvalidArgument, "with --modified the rows are those of the doubled list; leave out --rows");
  if (!question.modified && question.rows == 0)
    return Status(Code::kInvalidArgument, "--rows N is missing: the n of mod n");
  asked.rows = question.modified ? static_cast<std::uint32_t>(doubled) : question.rows;
  return asked;
}

void describe_matches(const RuQuestion& question, double p, LawReport& report) {
  const stats::MatchShare law(p, question.hashes);
  const double k = question.hashes;
  report.lines.insert(
      report.lines.end(),
      {{"hashes", std::uint64_t{question.hashes}, "matches of them are binomial (equation 16)"},
       {"expected", law.mean(), "share that matches"},
       {"sd", std::sqrt(law.variance()), "standard deviation of the share"},
       {"second_moment", law.moment(2), ""},
       {"third_moment", law.moment(3), ""},
       {"confidence", question.confidence, ""},
       {"exact_error", law.least_error(question.confidence),
        "least e with P(|share - p| <= e) >= confidence (equation 17)"},
       {"gaussian_error", stats::two_sided_normal(question.confidence) * std::sqrt(law.variance()),
        "by the Gaussian law"},
       {"chebyshev_error", std::sqrt(law.variance() / (1 - question.confidence)), "by Chebyshev's inequality"}});
  LawReport::Table table{"shares", {"matches", "share", "probability"}, {}};
  for (std::uint32_t x = 0; x <= question.hashes; ++x)
    if (law.pmf(x) >= kNegligible) table.rows.push_back({static_cast<double>(x), x / k, law.pmf(x)});
  report.tables.push_back(std::move(table));
}

void describe_observed(const RuQuestion& question, LawReport& report) {
  const auto plain = [&](Interval interval) {
    return question.modified ? stats::plain_similarity(interval) : interval;
  };
  const double share = static_cast<double>(*question.matches) / question.hashes;
  const Interval exact = plain(stats::clopper_pearson(*question.matches, question.hashes, question.confidence));
  const Interval gauss = plain(stats::gaussian_interval(*question.matches, question.hashes, question.confidence));
  report.lines.insert(report.lines.end(),
                      {{"matches", std::uint64_t{*question.matches}, "observed"},
                       {"estimate", question.modified ? stats::plain_similarity(share) : share,
                        question.modified ? "s / (2 - s) of the share (equation 9)" : "the share"},
                       {"lower", exact.lower, "Clopper-Pearson, guaranteed for the probability of a match"},
                       {"upper", exact.upper, ""},
                       {"gaussian_lower", gauss.lower, "the paper's interval with sqrt(p (1-p) / k)"},
                       {"gaussian_upper", gauss.upper, ""}});
}

}  // namespace

Result<LawReport> law_of_ru(const RuQuestion& question) {
  TEXTKIN_RETURN_IF_ERROR(check_confidence(question.confidence));
  if (question.hashes == 0) return Status(Code::kInvalidArgument, "--hashes 0: at least one is needed");
  if (question.matches) TEXTKIN_RETURN_IF_ERROR(check_matches(*question.matches, question.hashes));
  TEXTKIN_ASSIGN_OR_RETURN(const Asked& asked, read(question));
  stats::RuMatch match;
  if (asked.listed) {
    TEXTKIN_ASSIGN_OR_RETURN(match, stats::ru_match(asked.rows, asked.a, asked.b));
  }
  // On the doubled list both sets have the shared rows of the other beside their own.
  const std::uint32_t more = question.modified ? asked.shared : 0;
  TEXTKIN_ASSIGN_OR_RETURN(
      double mean, stats::ru_mean_match(asked.rows, asked.size_a + more, asked.size_b + more, asked.shared + more));
  double probability = mean;

  LawReport report;
  report.form = "ru";
  report.lines = {
      {"rows", std::uint64_t{asked.rows}, question.modified ? "of the doubled list" : "n"},
      {"size_a", std::uint64_t{asked.size_a}, ""},
      {"size_b", std::uint64_t{asked.size_b}, ""},
      {"shared", std::uint64_t{asked.shared}, ""},
      {"similarity", asked.similarity(), "Jaccard, exact"},
      {"modified_similarity", stats::modified_similarity(asked.similarity()), "2 s / (1 + s)"},
      {"extreme", std::string(question.maximum ? "maximum" : "minimum"), "both have the same law"},
      {"mean_probability", mean, "of a match, over all orders of the rows (equation 15)"},
  };
  if (asked.listed) {
    probability = match.probability();
    report.lines.push_back({"matching", match.matching, "pairs (x, y), counted"});
    report.lines.push_back({"trials", match.trials, "n^2 pairs"});
    report.lines.push_back({"probability", probability, "of a match, with the rows in this order"});
    LawReport::Table table{"classes", {"gcd", "multipliers", "probability"}, {}};
    for (const stats::RuClass& own : match.classes)
      table.rows.push_back({static_cast<double>(own.gcd), static_cast<double>(own.multipliers),
                            static_cast<double>(own.matching) / static_cast<double>(own.multipliers) / asked.rows});
    report.tables.push_back(std::move(table));
  }
  describe_matches(question, probability, report);
  if (question.matches) describe_observed(question, report);
  report.law = "z(i) = x i + y mod n, x and y uniform in 1..n, exact; then k independent functions";
  report.reference = "Dembele, Lo 2017, theorem 3";
  return report;
}

}  // namespace textkin::laws
