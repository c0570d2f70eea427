#include "report/commands/index_audit.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/text/format.h"

namespace textkin::report {

std::string index_audit_text(const IndexAudit& report) {
  const RunAudit& audit = report.audit;
  std::string out = fmt::format("{}: {} of {} documents drawn, each asked about at {}\n", report.folder,
                                with_commas(audit.documents), with_commas(report.documents), report.threshold);
  if (!audit.recall) return out + "none of them is alike to another, so they say nothing about the recall\n";
  out += fmt::format("{} of the {} documents that are alike to them were found by keys, with {} candidates\n",
                     with_commas(audit.found), with_commas(audit.neighbours), with_commas(report.candidates));
  out += "found share " + human_share(audit.recall->value);
  out += audit.recall->lower == audit.recall->upper
             ? std::string(" (all documents were asked about)\n")
             : fmt::format(", of all documents {:.4f} to {:.4f} with confidence {}\n", audit.recall->lower,
                           audit.recall->upper, audit.confidence);
  return out + "stated by these answers: at least " + human_share(report.stated) + "\n";
}

std::string index_audit_json(const IndexAudit& report) {
  nlohmann::ordered_json json;
  const RunAudit& audit = report.audit;
  json["documents"] = report.documents;
  json["drawn"] = audit.documents;
  json["threshold"] = report.threshold;
  json["alike"] = audit.neighbours;
  json["found"] = audit.found;
  const auto number = [&](double RunAudit::Recall::* part) {
    return audit.recall ? nlohmann::ordered_json((*audit.recall).*part) : nlohmann::ordered_json(nullptr);
  };
  json["recall"] = number(&RunAudit::Recall::value);
  json["lower"] = number(&RunAudit::Recall::lower);
  json["upper"] = number(&RunAudit::Recall::upper);
  json["confidence"] = audit.confidence;
  json["stated"] = report.stated;
  json["candidates"] = report.candidates;
  return json.dump(2) + "\n";
}

}  // namespace textkin::report
