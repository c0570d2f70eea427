#include "report/commands/advice_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/text/format.h"

namespace textkin::report {

std::string advice_text(const AdviceReport& report) {
  std::string out =
      fmt::format("{} documents, {} characters", with_commas(report.documents), with_commas(report.characters));
  if (report.empty > 0) out += fmt::format(", {} of them without text", with_commas(report.empty));
  if (report.problems > 0) out += fmt::format("; {} could not be used", with_commas(report.problems));
  out += fmt::format("\ncharacters of a text: {} or more in 95 of 100, {} (median), {} or more in 5 of 100\n\n",
                     with_commas(report.short_text), with_commas(report.median_text), with_commas(report.long_text));
  out +=
      fmt::format("shingle   {} random pairs: mean  1 in 10   highest   one word changed\n", with_commas(report.pairs));
  for (const AdviceReport::Trial& trial : report.trials)
    out += fmt::format("{:<9} {:>{}.4f}    {:.4f}   {:.4f}             {:.4f}{}\n", trial.shingle, trial.mean,
                       18 + with_commas(report.pairs).size(), trial.high, trial.highest, trial.edited,
                       trial.shingle == report.shingle ? "  <-" : "");
  out += fmt::format("\nwords of a text: {} (median); of characters, by the rule 20^k: char:{} or longer\n",
                     with_commas(report.median_words), report.least_characters);
  if (!report.warning.empty()) out += fmt::format("careful: {}\n", report.warning);
  const Plan& plan = report.plan;
  out += fmt::format("\nat {}: {} bands of {} rows, {} cells of {}; a pair at {} is found with probability {:.4f}\n",
                     plan.threshold, plan.bands, plan.rows, plan.hashes, report.sketch, plan.threshold,
                     plan.recall_at_threshold);
  if (report.may_be_exact)
    out += "so few shingles may be joined exactly, which finds every pair: the run takes what is cheaper\n";
  out +=
      fmt::format("of {} documents: some {} shingles, {} bytes of band records, {:.3g} unrelated pairs looked at\n\n",
                  with_commas(report.for_documents), with_commas(report.features), with_commas(report.record_bytes),
                  report.candidates);
  return out + report.command + "\n";
}

std::string advice_json(const AdviceReport& report) {
  nlohmann::ordered_json json;
  json["documents"] = report.documents;
  json["empty"] = report.empty;
  json["problems"] = report.problems;
  json["characters"] = report.characters;
  json["characters_of_a_text"] = {
      {"short", report.short_text}, {"median", report.median_text}, {"long", report.long_text}};
  json["words_of_a_text"] = report.median_words;
  json["sample"] = {{"texts", report.sampled}, {"pairs", report.pairs}};
  json["shingles"] = nlohmann::ordered_json::array();
  for (const AdviceReport::Trial& trial : report.trials)
    json["shingles"].push_back({{"shingle", trial.shingle},
                                {"mean", trial.mean},
                                {"one_in_ten", trial.high},
                                {"highest", trial.highest},
                                {"one_word_changed", trial.edited}});
  json["least_characters"] = report.least_characters;
  json["shingle"] = report.shingle;
  json["warning"] = report.warning.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(report.warning);
  json["threshold"] = report.plan.threshold;
  json["bands"] = report.plan.bands;
  json["rows"] = report.plan.rows;
  json["hashes"] = report.plan.hashes;
  json["sketch"] = report.sketch;
  json["recall_at_threshold"] = report.plan.recall_at_threshold;
  json["for_documents"] = report.for_documents;
  json["may_be_exact"] = report.may_be_exact;
  json["expected_candidates"] = report.candidates;
  json["features"] = report.features;
  json["band_record_bytes"] = report.record_bytes;
  json["command"] = report.command;
  return json.dump(2) + "\n";
}

}  // namespace textkin::report
