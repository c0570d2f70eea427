#include "report/commands/simhash_steps_json.h"

#include <nlohmann/json.hpp>

namespace textkin::report {
namespace {

using Json = nlohmann::ordered_json;

Json document_json(const SimHashSteps& steps, const SimHashSteps::Document& document) {
  Json features = Json::array();
  for (const SimHashSteps::Feature& feature : document.features) {
    Json row = {{"feature", feature.name}, {"weight", feature.weight}, {"hash", digits(feature.hash, steps.bits)}};
    if (!feature.sums.empty()) row["sums"] = feature.sums;
    features.push_back(std::move(row));
  }
  Json out = {{"id", document.id}, {"features", std::move(features)}, {"sums", document.sums}};
  out["fingerprint"] = document.features.empty() ? Json() : Json(digits(document.fingerprint, steps.bits));
  return out;
}

}  // namespace

std::string simhash_steps_json(const SimHashSteps& steps) {
  Json out = {{"spec", steps.spec}, {"weighting", steps.weighting}, {"bits", steps.bits}};
  out["seed"] = steps.given ? Json() : Json(steps.seed);
  out["documents"] = Json::array();
  for (const SimHashSteps::Document& document : steps.documents)
    out["documents"].push_back(document_json(steps, document));
  out["pairs"] = Json::array();
  for (const SimHashSteps::Pair& pair : steps.pairs)
    out["pairs"].push_back({{"a", pair.a + 1},
                            {"b", pair.b + 1},
                            {"distance", pair.distance},
                            {"estimate", pair.estimate},
                            {"cosine", pair.cosine}});
  if (!steps.permutation.empty()) {
    out["permutation"] = steps.permutation;
    Json table = Json::array();
    for (const std::uint32_t document : steps.table)
      table.push_back(
          {{"fingerprint", digits(steps.documents[document].permuted, steps.bits)}, {"document", document + 1}});
    out["table"] = std::move(table);
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace textkin::report
