#include "report/commands/score_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/text/format.h"

namespace textkin::report {
namespace {

using Json = nlohmann::ordered_json;

std::string line(const char* name, const PlagdetScores& row) {
  return fmt::format("{:<8}{:>9.4f}{:>9.4f}{:>11.4f}\n", name, row.plagdet, row.recall, row.precision);
}

Json row_json(const PlagdetScores& row) {
  Json json;
  json["plagdet"] = row.plagdet;
  json["recall"] = row.recall;
  json["precision"] = row.precision;
  return json;
}

}  // namespace

std::string score_text(const PlagdetReport& scored) {
  return fmt::format("{:<8}{:>9}{:>9}{:>11}\n", "", "plagdet", "recall", "precision") + line("macro", scored.macro) +
         line("micro", scored.micro) +
         fmt::format("granularity {:.4f}; {} of {} cases overlap one of {} detections\n", scored.granularity,
                     with_commas(scored.detected), with_commas(scored.cases), with_commas(scored.detections));
}

std::string score_json(const PlagdetReport& scored) {
  Json json;
  json["macro"] = row_json(scored.macro);
  json["micro"] = row_json(scored.micro);
  json["granularity"] = scored.granularity;
  json["cases"] = scored.cases;
  json["cases_detected"] = scored.detected;
  json["detections"] = scored.detections;
  return json.dump(2) + "\n";
}

}  // namespace textkin::report
