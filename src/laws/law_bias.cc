#include "laws/law_bias.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "hash/catalog.h"
#include "laws/law_checks.h"
#include "laws/member_list.h"
#include "sketch/studies/min_wise_bias.h"
#include "stats/interval/clopper_pearson.h"
#include "stats/law/linear_minwise.h"

namespace textkin::laws {
namespace {

// Of modulus times keys; about half a minute.
constexpr std::uint64_t kMostCounted = std::uint64_t{1} << 30;
constexpr std::uint32_t kMostFunctions = 100'000'000;

Status add_exact(stats::Multipliers multipliers, std::uint64_t modulus, const sketch::KeyPattern& sets,
                 double similarity, LawReport& report) {
  const auto law = stats::LinearMinwise::of(modulus, multipliers);
  if (!law.ok()) return law.status();
  TEXTKIN_ASSIGN_OR_RETURN(const stats::Fraction chance, law->collision(sets.a, sets.b));
  report.lines.insert(report.lines.end(), {{"exact_numerator", chance.numerator, "counted over all functions"},
                                           {"exact_denominator", chance.denominator, "in lowest terms"},
                                           {"exact_probability", chance.value(), ""},
                                           {"exact_bias", chance.value() - similarity, ""}});
  return Status();
}

}  // namespace

Result<LawReport> law_of_bias(const BiasQuestion& question) {
  TEXTKIN_RETURN_IF_ERROR(check_confidence(question.confidence));
  if (question.functions == 0 || question.functions > kMostFunctions)
    return Status(Code::kInvalidArgument,
                  fmt::format("--functions {}: 1 to {} are drawn", question.functions, kMostFunctions));
  TEXTKIN_ASSIGN_OR_RETURN(const hash::FamilyEntry* family, hash::find_family(question.family));
  sketch::KeyPattern sets;
  for (const auto& [option, list, keys] :
       {std::tuple("--set-a", &question.set_a, &sets.a), std::tuple("--set-b", &question.set_b, &sets.b)}) {
    TEXTKIN_ASSIGN_OR_RETURN(std::vector<std::uint64_t> members, parse_members(option, *list, UINT64_MAX));
    if (members.empty())
      return Status(Code::kInvalidArgument, fmt::format("{} has no keys; a list is 1,4,7-9", option));
    *keys = std::move(members);
  }
  std::vector<std::uint64_t> both;
  std::ranges::set_intersection(sets.a, sets.b, std::back_inserter(both));
  const std::uint64_t united = sets.a.size() + sets.b.size() - both.size();
  const double similarity = static_cast<double>(both.size()) / static_cast<double>(united);

  TEXTKIN_ASSIGN_OR_RETURN(
      const sketch::Agreements counted,
      sketch::count_agreements(*family, question.parameter, question.functions, std::span(&sets, 1)));
  const double functions = static_cast<double>(counted.functions);
  const double equal = static_cast<double>(counted.equal[0]);
  const Interval interval = stats::clopper_pearson(equal, functions, question.confidence);
  LawReport report;
  report.form = "bias";
  report.lines = {{"family", std::string(family->name), std::string(family->doc)},
                  {"size_a", std::uint64_t{sets.a.size()}, ""},
                  {"size_b", std::uint64_t{sets.b.size()}, ""},
                  {"shared", std::uint64_t{both.size()}, ""},
                  {"similarity", similarity, "Jaccard, exact"},
                  {"functions", counted.functions, "drawn"},
                  {"agreements", counted.equal[0], "of them have equal minima"},
                  {"agreement", equal / functions, "their share"},
                  {"bias", equal / functions - similarity, "the share less the similarity"},
                  {"confidence", question.confidence, ""},
                  {"lower", interval.lower - similarity, "of the bias, Clopper-Pearson"},
                  {"upper", interval.upper - similarity, ""}};
  report.law = fmt::format("measured; known of the family: {}", family->law);
  report.reference = family->reference;
  const bool units = family->name == "linear-units";
  if (units || family->name == "linear") {
    if (question.parameter > kMostCounted / (sets.a.size() + sets.b.size())) {
      report.law += fmt::format("; counted exactly where modulus times keys is at most {}", kMostCounted);
    } else {
      TEXTKIN_RETURN_IF_ERROR(add_exact(units ? stats::Multipliers::kUnits : stats::Multipliers::kNonZero,
                                        question.parameter, sets, similarity, report));
      report.law = "the gaps between the points a x mod n on a circle, exact; beside it drawn functions";
      report.reference = "Broder, Charikar, Frieze, Mitzenmacher 1998";
    }
  }
  return report;
}

}  // namespace textkin::laws
