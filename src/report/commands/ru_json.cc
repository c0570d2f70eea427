#include "report/commands/ru_json.h"

#include <nlohmann/json.hpp>

namespace textkin::report {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json interval_json(const RuReport& r) {
  if (!r.interval) return {};
  return {{"confidence", r.confidence}, {"lower", r.interval->lower}, {"upper", r.interval->upper}};
}

Json matrix_json(const RuReport& r) {
  Json rows = Json::array();
  for (const RuReport::Row& row : r.matrix) {
    Json cells = {{"shingle", row.shingle}, {"a", row.in_a ? 1 : 0}, {"b", row.in_b ? 1 : 0}};
    if (!r.trace.empty()) cells["z"] = row.values;
    rows.push_back(std::move(cells));
  }
  return rows;
}

Json trace_json(const RuReport& r) {
  const auto cell = [&](std::uint32_t value) { return value == r.unreached ? Json() : Json(value); };
  Json trace = Json::array();
  for (std::size_t row = 0; row < r.trace.size(); ++row) {
    Json changes = Json::array();
    for (const RuReport::Change& change : r.trace[row])
      changes.push_back({{"function", change.function + 1},
                         {"column", change.column == 0 ? "a" : "b"},
                         {"before", cell(change.before)},
                         {"after", cell(change.after)}});
    trace.push_back({{"row", row + 1}, {"changes", std::move(changes)}});
  }
  return trace;
}

Json signature_json(const RuReport& r) {
  const auto cell = [&](std::uint32_t value) { return value == r.unreached ? Json() : Json(value); };
  Json rows = Json::array();
  for (std::size_t f = 0; f < r.cells_a.size(); ++f) rows.push_back({cell(r.cells_a[f]), cell(r.cells_b[f])});
  return rows;
}

Json pair_json(const RuReport& r) {
  Json json;
  json["a"] = r.id_a;
  json["b"] = r.id_b;
  json["spec"] = r.spec;
  json["estimator"] = r.estimator;
  json["extreme"] = r.extreme;
  json["draw"] = r.draw;
  json["own_orders"] = r.own_orders;
  json["size_a"] = r.size_a;
  json["size_b"] = r.size_b;
  json["shared"] = r.shared;
  json["jaccard"] = r.jaccard();
  json["rows"] = r.rows;
  json["modulus"] = r.modulus;
  json["functions"] = r.functions;
  json["matches"] = r.matches;
  json["share"] = r.share();
  json["similarity"] = r.similarity;
  json["interval"] = interval_json(r);
  json["match_probability"] = or_null(r.match_probability);
  json["mean_match_probability"] = or_null(r.mean_match_probability);
  json["observations"] = Json::array();
  for (const RuReport::Observation& one : r.observations)
    json["observations"].push_back({{"matches", one.matches}, {"similarity", one.similarity}});
  json["seconds"] = {{"exact", r.seconds_exact}, {"estimator", r.seconds_estimator}};
  return json;
}

void add_tables(const RuReport& r, Json& json) {
  json["drawn"] = Json::array();
  for (const RuReport::Function& z : r.drawn) json["drawn"].push_back({{"x", z.x}, {"y", z.y}});
  json["matrix"] = matrix_json(r);
  json["signature"] = signature_json(r);
  if (!r.trace.empty()) json["trace"] = trace_json(r);
}

}  // namespace

std::string ru_json(const RuReports& reports) {
  Json json;
  if (reports.pairs.size() == 1) {
    json = pair_json(reports.pairs.front());
    add_tables(reports.pairs.front(), json);
  } else {
    json["documents"] = reports.ids;
    json["pairs"] = Json::array();
    for (const RuReport& pair : reports.pairs) json["pairs"].push_back(pair_json(pair));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace textkin::report
