#include "report/score_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/format.h"

namespace textkin::report {
namespace {

using Json = nlohmann::ordered_json;

std::string line(const char* name, const ScoreRow& row) {
  return fmt::format("{:<8}{:>9.4f}{:>9.4f}{:>11.4f}\n", name, row.plagdet, row.recall, row.precision);
}

Json row_json(const ScoreRow& row) {
  Json json;
  json["plagdet"] = row.plagdet;
  json["recall"] = row.recall;
  json["precision"] = row.precision;
  return json;
}

}  // namespace

std::string score_text(const ScoreTable& table) {
  return fmt::format("{:<8}{:>9}{:>9}{:>11}\n", "", "plagdet", "recall", "precision") + line("macro", table.macro) +
         line("micro", table.micro) +
         fmt::format("granularity {:.4f}; {} of {} cases overlap one of {} detections\n", table.granularity,
                     with_commas(table.detected), with_commas(table.cases), with_commas(table.detections));
}

std::string score_json(const ScoreTable& table) {
  Json json;
  json["macro"] = row_json(table.macro);
  json["micro"] = row_json(table.micro);
  json["granularity"] = table.granularity;
  json["cases"] = table.cases;
  json["cases_detected"] = table.detected;
  json["detections"] = table.detections;
  return json.dump(2) + "\n";
}

}  // namespace textkin::report
