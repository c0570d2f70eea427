#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/commands/explanation_json.h"

namespace textkin::report {
namespace {

using Json = nlohmann::ordered_json;

Json cell(std::uint64_t value) { return value == Explanation::kInfinity ? Json() : Json(value); }

std::string_view name_of(Explanation::Outcome outcome) {
  switch (outcome) {
    case Explanation::Outcome::kFiltered:
      return "filtered out";
    case Explanation::Outcome::kBelow:
      return "below the threshold";
    case Explanation::Outcome::kSimilar:
      return "similar";
    case Explanation::Outcome::kNotCandidate:
      break;
  }
  return "not a candidate";
}

Json trace_json(const Explanation& e) {
  Json trace = Json::array();
  for (const Explanation::Step& step : e.trace) {
    Json changes = Json::array();
    for (const Explanation::Change& change : step.changes)
      changes.push_back({{"function", change.function},
                         {"document", change.document},
                         {"before", cell(change.before)},
                         {"after", change.after}});
    trace.push_back({{"row", step.row}, {"changes", std::move(changes)}});
  }
  return trace;
}

Json plan_json(const Explanation& e) {
  Json plan = {{"hashes", e.plan.hashes},    {"bands", e.plan.bands},
               {"rows", e.plan.rows},        {"threshold", e.plan.threshold},
               {"preference", e.preference}, {"recall_at_threshold", e.plan.recall_at_threshold}};
  Json trials = Json::array();
  for (const Explanation::Trial& trial : e.trials)
    trials.push_back({{"bands", trial.bands}, {"rows", trial.rows}, {"rises_at", trial.rises_at}});
  plan["trials"] = std::move(trials);
  return plan;
}

}  // namespace

std::string explain_json(const Explanation& e) {
  Json json;
  json["spec"] = e.spec;
  json["documents"] = e.ids;
  Json rows = Json::array();
  for (const Explanation::Row& row : e.rows) rows.push_back({{"shingle", row.name()}, {"hash", row.hash}});
  json["rows"] = std::move(rows);
  json["texts"] = e.texts;
  json["sets"] = e.sets;
  Json functions = Json::array();
  for (const Explanation::Function& f : e.functions)
    functions.push_back(
        {{"multiplier", f.multiplier}, {"offset", f.offset}, {"modulus", f.modulus}, {"permutes", f.permutes}});
  json["functions"] = std::move(functions);
  Json signature = Json::array();
  for (const std::vector<std::uint64_t>& cells : e.signature) {
    Json row = Json::array();
    for (const std::uint64_t value : cells) row.push_back(cell(value));
    signature.push_back(std::move(row));
  }
  json["signature"] = std::move(signature);
  if (!e.trace.empty()) json["trace"] = trace_json(e);
  json["plan"] = plan_json(e);
  Json buckets = Json::array();
  for (const Explanation::Bucket& bucket : e.buckets)
    buckets.push_back({{"band", bucket.band}, {"cells", bucket.cells}, {"documents", bucket.documents}});
  json["buckets"] = std::move(buckets);
  json["single_buckets"] = e.single_buckets;
  json["candidates"] = e.candidates;
  json["filter"] = e.filter;
  json["all_pairs"] = e.all_pairs;
  Json pairs = Json::array();
  for (const Explanation::Pair& pair : e.pairs)
    pairs.push_back({{"a", pair.a},
                     {"b", pair.b},
                     {"bands", pair.bands},
                     {"matches", pair.matches},
                     {"estimate", static_cast<double>(pair.matches) / static_cast<double>(e.functions.size())},
                     {"shared", pair.shared},
                     {"united", pair.united},
                     {"jaccard", pair.jaccard()},
                     {"outcome", name_of(pair.outcome)}});
  json["pairs"] = std::move(pairs);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace textkin::report
