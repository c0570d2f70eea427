#include "report/commands/ru_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "report/text/format.h"

namespace textkin::report {

std::string ru_text(const RuReport& r) {
  const bool once = r.estimator == "ru";
  std::string out =
      fmt::format("A  {}  ({} shingles)\nB  {}  ({} shingles)\ncompared by {}\n\n", base::printable(r.id_a),
                  with_commas(r.size_a), base::printable(r.id_b), with_commas(r.size_b), r.spec);
  const auto line = [&out](std::string_view name, double value, const std::string& remark) {
    out += fmt::format("{:<22}{:<10.4f}{}\n", name, value, remark);
  };
  line("Jaccard", r.jaccard(), fmt::format("exact: {} shared; {:.6f} s", with_commas(r.shared), r.seconds_exact));
  line(r.estimator, r.similarity,
       fmt::format("{} of {} functions match by their {} over {} rows; {:.6f} s", r.matches, r.functions, r.extreme,
                   with_commas(r.rows), r.seconds_estimator));
  if (!once)
    line("before conversion", r.share(), "the share of matches s stands for simM; the similarity is s / (2 - s)");
  if (r.match_probability)
    line("P(match), this order", *r.match_probability,
         "exact, x and y uniform on 1 .. n: what the share estimates here");
  line("P(match), any order", r.mean_match_probability, "the same, over all orders of the rows");
  if (r.estimator == "rum-apart")
    out +=
        "The two rows of a shared shingle differ, and no permutation gives them one value: these are ties of x that "
        "is not prime to n.\n";
  return out;
}

std::string ru_json(const RuReport& r) {
  nlohmann::ordered_json json;
  json["a"] = r.id_a;
  json["b"] = r.id_b;
  json["spec"] = r.spec;
  json["estimator"] = r.estimator;
  json["extreme"] = r.extreme;
  json["size_a"] = r.size_a;
  json["size_b"] = r.size_b;
  json["shared"] = r.shared;
  json["jaccard"] = r.jaccard();
  json["rows"] = r.rows;
  json["functions"] = r.functions;
  json["matches"] = r.matches;
  json["share"] = r.share();
  json["similarity"] = r.similarity;
  json["match_probability"] =
      r.match_probability ? nlohmann::ordered_json(*r.match_probability) : nlohmann::ordered_json();
  json["mean_match_probability"] = r.mean_match_probability;
  json["seconds"] = {{"exact", r.seconds_exact}, {"estimator", r.seconds_estimator}};
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace textkin::report
