#include "report/commands/comparison.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/utf8.h"
#include "report/text/format.h"
#include "textkin/p_value.h"

namespace textkin::report {
namespace {

// Down to 1e-300 in digits, below as a power of ten.
std::string p_value(double log_p) {
  const double exponent = log_p / std::numbers::ln10;
  return exponent > -300 ? fmt::format("{:.2g}", std::exp(log_p)) : fmt::format("10^{:.0f}", exponent);
}

std::string range(const Estimate& estimate) {
  if (estimate.exact) return "exact";
  return fmt::format("{:.4f} to {:.4f} at {:g} % confidence", estimate.lower, estimate.upper,
                     100 * estimate.confidence);
}

nlohmann::ordered_json json_of(const Estimate& estimate) {
  return {{"estimate", estimate.value}, {"lower", estimate.lower}, {"upper", estimate.upper}};
}

}  // namespace

std::string compare_text(const Comparison& c) {
  std::string out;
  const auto line = [&out](std::string_view name, const std::string& value, const std::string& remark) {
    out += fmt::format("{:<20}{:<10}{}\n", name, value, remark);
  };
  out += fmt::format("A  {}  ({} shingles)\nB  {}  ({} shingles)\n\n", base::printable(c.id_a), with_commas(c.size_a),
                     base::printable(c.id_b), with_commas(c.size_b));
  line("Jaccard", human_share(c.jaccard()),
       fmt::format("{} shared of {} in either; exact", with_commas(c.shared), with_commas(c.united())));
  line("Dice", human_share(c.dice()), "shared twice over the sum of the sizes");
  line("containment A in B", human_share(c.containment_a_in_b()), fmt::format("{} of {}", c.shared, c.size_a));
  line("containment B in A", human_share(c.containment_b_in_a()), fmt::format("{} of {}", c.shared, c.size_b));
  if (c.weighted) {
    line("weighted Jaccard", human_share(c.weighted->jaccard),
         "sum of the smaller weights over that of the larger; exact");
    line("probability Jaccard", human_share(c.weighted->probability_jaccard),
         "the same whatever factor the weights of A or of B have; exact");
    line("cosine", human_share(c.weighted->cosine), "of the vectors of weights; exact");
  }
  line("sketch", human_share(c.estimate.value),
       fmt::format("{} of {} with {} cells: {:.4f} to {:.4f} at {:g} % confidence", c.estimate.measure, c.sketch,
                   c.hashes, c.estimate.lower, c.estimate.upper, 100 * c.estimate.confidence));
  if (c.tight)
    line("", "", fmt::format("{:.4f} to {:.4f} by the sketch's own variance", c.tight->lower, c.tight->upper));
  if (c.sketched_containment) {
    line("  A in B", human_share(c.sketched_containment->a_in_b.value), range(c.sketched_containment->a_in_b));
    line("  B in A", human_share(c.sketched_containment->b_in_a.value), range(c.sketched_containment->b_in_a));
  }
  if (c.bbit)
    line(fmt::format("{}-bit sketch", c.bbit->bits), human_share(c.bbit->estimate.value),
         fmt::format("{} bytes a document instead of {}: {}", c.bbit->bytes, c.bbit->full_bytes,
                     range(c.bbit->estimate)));
  line("by chance", fmt::format("{:.2g}", c.chance_expected),
       fmt::format("expected Jaccard of random sets of these sizes among {}{} shingles; p = {}",
                   c.universe_counted ? "" : "at least ", with_commas(c.universe), p_value(c.chance_log_p)));
  // A polite formula that two letters share has a p of 1e-41.
  line("", "",
       fmt::format("texts are no random sets: it ranks pairs; {} what such texts share",
                   c.background ? "the background tells" : "--background INPUT tells"));
  if (c.background) {
    const BackgroundComparison& b = *c.background;
    line("in the background", fmt::format("{:.2g}", b.mean),
         fmt::format("mean Jaccard of {} random pairs; median {:.2g}, 99 of 100 at most {:.2g}", with_commas(b.pairs),
                     b.median, b.most_of_99));
    line("", "",
         fmt::format("{} of them are as alike; p = {:.2g}; of all pairs {:.2g} to {:.2g} are, at {:g} % confidence",
                     with_commas(b.at_least), b.p_value, b.lower, b.upper, 100 * b.confidence));
    line("", "", "p is of a pair that was not picked for being alike; for the best of N pairs multiply it by N");
  }
  out += fmt::format("\ncompared by {}\n", c.spec);
  return out;
}

std::string compare_json(const Comparison& c) {
  nlohmann::ordered_json json;
  json["a"] = c.id_a;
  json["b"] = c.id_b;
  json["spec"] = c.spec;
  json["jaccard"] = c.jaccard();
  json["dice"] = c.dice();
  json["containment_a_in_b"] = c.containment_a_in_b();
  json["containment_b_in_a"] = c.containment_b_in_a();
  json["shared"] = c.shared;
  json["size_a"] = c.size_a;
  json["size_b"] = c.size_b;
  if (c.weighted)
    json["weighted"] = {{"jaccard", c.weighted->jaccard},
                        {"probability_jaccard", c.weighted->probability_jaccard},
                        {"cosine", c.weighted->cosine}};
  json["sketch"] = {{"name", c.sketch},
                    {"measure", c.estimate.measure},
                    {"hashes", c.hashes},
                    {"estimate", c.estimate.value},
                    {"lower", c.estimate.lower},
                    {"upper", c.estimate.upper},
                    {"confidence", c.estimate.confidence}};
  if (c.sketched_containment) {
    json["sketch"]["containment_a_in_b"] = json_of(c.sketched_containment->a_in_b);
    json["sketch"]["containment_b_in_a"] = json_of(c.sketched_containment->b_in_a);
  }
  if (c.bbit) {
    json["sketch"]["bbit"] = json_of(c.bbit->estimate);
    json["sketch"]["bbit"].update({{"raw", c.bbit->raw}, {"bits", c.bbit->bits}, {"bytes", c.bbit->bytes}});
  }
  json["chance"] = {{"expected", c.chance_expected},
                    {"p_value", plain_p_value(c.chance_log_p)},
                    {"log10_p_value", c.chance_log_p / std::numbers::ln10},
                    {"universe", c.universe}};
  if (c.tight) {
    json["sketch"]["tight_lower"] = c.tight->lower;
    json["sketch"]["tight_upper"] = c.tight->upper;
  }
  if (c.background) {
    const BackgroundComparison& b = *c.background;
    json["background"] = {
        {"pairs", b.pairs},          {"mean", b.mean},       {"median", b.median}, {"quantile_99", b.most_of_99},
        {"at_least", b.at_least},    {"p_value", b.p_value}, {"lower", b.lower},   {"upper", b.upper},
        {"confidence", b.confidence}};
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace textkin::report
