#include "report/commands/stats_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/text/format.h"

namespace textkin::report {
namespace {

using Json = nlohmann::ordered_json;

Json audit_json(const RunAudit& audit) {
  const auto known = [&](double RunAudit::Recall::* number) {
    return audit.recall ? Json((*audit.recall).*number) : Json(nullptr);
  };
  Json json;
  json["documents"] = audit.documents;
  json["neighbours"] = audit.neighbours;
  json["found"] = audit.found;
  json["recall"] = known(&RunAudit::Recall::value);
  json["lower"] = known(&RunAudit::Recall::lower);
  json["upper"] = known(&RunAudit::Recall::upper);
  json["confidence"] = audit.confidence;
  return json;
}

Json fdr_json(const RunFdr& fdr) {
  return {
      {"rate", fdr.rate},   {"method", fdr.method},           {"tests", fdr.tests},          {"universe", fdr.universe},
      {"found", fdr.found}, {"significant", fdr.significant}, {"log10_p_value", fdr.log10_p}};
}

std::string fdr_line(const RunFdr& fdr) {
  return fmt::format(
      "of {} pairs {} are more alike than chance makes them, at a false discovery rate of {} among {:.4g}\n",
      with_commas(fdr.found), with_commas(fdr.significant), fdr.rate, fdr.tests);
}

std::string audit_line(const RunAudit& audit, bool dedup) {
  std::string out = fmt::format("audit of {}: ", plural(audit.documents, "document"));
  if (!audit.recall) return out + "none of them is alike to another, so they say nothing about the recall\n";
  const std::string share =
      fmt::format("{} of their {} neighbours", with_commas(audit.found), with_commas(audit.neighbours));
  out += dedup ? fmt::format("they and {} do not both stay", share) : fmt::format("{} were found", share);
  out += fmt::format("; recall {}", human_share(audit.recall->value));
  if (audit.recall->lower == audit.recall->upper) return out + " (all documents were audited)\n";
  return out + fmt::format(", {:g} % interval {:.4f} to {:.4f}\n", 100 * audit.confidence, audit.recall->lower,
                           audit.recall->upper);
}

// What a question to an index answers states; of other runs it is known by what they found.
std::string recall_here(const RunStats& stats) {
  if (stats.command == "index query")
    return fmt::format("recall of each answer at least {:.3f}", stats.recall_predicted);
  if (!stats.found_any()) return "nothing was found, by which the recall here could be told";
  return fmt::format("recall expected here {:.3f}", stats.recall_predicted);
}

}  // namespace

std::string stats_json(const RunStats& stats) {
  Json json;
  json["version"] = TEXTKIN_VERSION;
  json["command"] = stats.command;
  json["spec"] = stats.spec;
  json["method"] = stats.method;
  json["method_reason"] = stats.reason;
  json["measure"] = stats.measure;
  json["threshold"] = stats.threshold;
  json["recall_target"] = stats.recall_target;
  json["recall_predicted"] = stats.recall_predicted;
  json["recall_at_threshold"] = stats.recall_at_threshold;
  json["audit"] = stats.audit ? audit_json(*stats.audit) : Json(nullptr);
  json["fdr"] = stats.fdr ? fdr_json(*stats.fdr) : Json(nullptr);
  json["bands"] = stats.bands;
  json["rows"] = stats.rows;
  json["hashes"] = stats.hashes;
  json["seed"] = stats.seed;
  json["documents"] = stats.documents;
  if (stats.transactions) json["transactions"] = *stats.transactions;
  json["empty"] = stats.empty;
  json["problems"] = stats.problems;
  json["skipped_hidden"] = stats.skipped_hidden;
  json["skipped_links"] = stats.skipped_links;
  json["skipped_special"] = stats.skipped_special;
  json["exact_duplicates"] = stats.exact_duplicates;
  json["candidates"] = stats.candidates;
  json["verified"] = stats.verified;
  json["pairs"] = stats.pairs;
  if (stats.left_out) json["left_out"] = *stats.left_out;
  json["kept"] = stats.kept ? Json(*stats.kept) : Json(nullptr);
  json["removed"] = stats.removed ? Json(*stats.removed) : Json(nullptr);
  if (stats.against) {
    json["against_documents"] = stats.against->documents;
    json["removed_for_against"] = stats.against->removed;
    if (stats.against->recall) json["against_recall"] = *stats.against->recall;
  }
  json["seconds"] = Json::object();
  for (const auto& [stage, seconds] : stats.seconds) json["seconds"][stage] = seconds;
  json["seconds"]["total"] = stats.total_seconds();
  json["input_bytes"] = stats.input_bytes;
  json["peak_memory_bytes"] = stats.peak_memory_bytes;
  json["spilled_bytes"] = stats.spilled_bytes;
  json["threads"] = stats.threads;
  json["simd"] = stats.simd;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string summary(const RunStats& stats) {
  std::string out = plural(stats.documents, stats.transactions ? "item" : "document");
  if (stats.against) out += fmt::format(" and {} of --against", with_commas(stats.against->documents));
  if (stats.empty > 0) out += fmt::format(" ({} without a shingle)", with_commas(stats.empty));
  if (stats.problems > 0) out += fmt::format(", {} could not be used", with_commas(stats.problems));
  if (stats.command == "sketch") {
    out += "; sketched\n";
  } else if (stats.removed) {
    out += fmt::format("; {} kept, {} removed ({} identical, {} similar at {} or more", with_commas(*stats.kept),
                       with_commas(*stats.removed), with_commas(stats.removed_identical),
                       with_commas(*stats.removed - stats.removed_identical), stats.threshold);
    if (stats.against) out += fmt::format("; {} of them to one of --against", with_commas(stats.against->removed));
    out += ")\n";
  } else if (stats.command == "simhash") {
    out += fmt::format("; {} within the distance", plural(stats.pairs, "pair"));
    if (stats.left_out) out += fmt::format(", {} of them left out by --min-cosine", with_commas(*stats.left_out));
    out += '\n';
  } else {
    out += fmt::format("; {} at {}{} or more\n",
                       plural(stats.fdr ? stats.fdr->found : stats.pairs, stats.transactions ? "rule" : "pair"),
                       stats.measure == "jaccard" ? "" : stats.measure + " ", stats.threshold);
  }
  if (stats.command == "sketch") {
    if (stats.method == "lsh")
      out += fmt::format("{} bands of {} rows find a pair at {} with probability {:.3f}\n", stats.bands, stats.rows,
                         stats.threshold, stats.recall_at_threshold);
    return out;
  }
  if (stats.method == "simhash") {
    out += fmt::format("{}\n", stats.reason);
  } else if (stats.method == "runs") {
    out += fmt::format("method runs: by the runs of words that both have; recall of each answer at least {:.3f} ({})\n",
                       stats.recall_predicted, stats.reason);
  } else if (stats.method == "server") {
    out += fmt::format("method server: recall of each answer at least {:.3f} ({})\n", stats.recall_predicted,
                       stats.reason);
  } else if (stats.method == "exact") {
    out += fmt::format("method exact: every pair at the threshold was found ({})\n", stats.reason);
  } else {
    out +=
        fmt::format("method lsh: {} bands of {} rows find a pair at the threshold with probability {:.3f}; {} ({})\n",
                    stats.bands, stats.rows, stats.recall_at_threshold, recall_here(stats), stats.reason);
  }
  if (stats.against && stats.against->recall.value_or(1) < 1)
    out += fmt::format(
        "index: one of its documents at the threshold is found with probability at least {:.3f}; --exact reads all\n",
        *stats.against->recall);
  if (stats.fdr) out += fdr_line(*stats.fdr);
  if (stats.audit) out += audit_line(*stats.audit, stats.removed.has_value());
  const double seconds = stats.total_seconds();
  if (stats.method != "server")  // which alone knows
    out += fmt::format("{}, {} compared on their text; ", plural(stats.candidates, "candidate"),
                       with_commas(stats.verified));
  out += human_seconds(seconds);
  if (seconds > 0.05) {
    out += fmt::format(", {}/s",
                       human_bytes(static_cast<std::uint64_t>(static_cast<double>(stats.input_bytes) / seconds)));
  }
  out += fmt::format(", {} of memory, {}, {}\n", human_bytes(stats.peak_memory_bytes), plural(stats.threads, "thread"),
                     stats.simd);
  return out;
}

}  // namespace textkin::report
