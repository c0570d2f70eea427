#include "report/commands/plan_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/text/format.h"

namespace textkin::report {
namespace {

// One column a similarity step of 0.02, ten lines of eighths of a block: 80 levels of probability.
std::string draw_curve(const PlanReport& report) {
  constexpr int kLines = 10;
  constexpr int kColumns = 51;
  constexpr std::array<std::string_view, 9> kEighths{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::array<int, kColumns> height{};
  for (const PlanReport::Point& point : report.curve) {
    const int column = static_cast<int>(std::lround(point.similarity * (kColumns - 1)));
    height[static_cast<std::size_t>(column)] = static_cast<int>(std::lround(point.probability * 8 * kLines));
  }
  const int threshold = static_cast<int>(std::lround(report.plan.threshold * (kColumns - 1)));
  std::string out;
  for (int line = kLines - 1; line >= 0; --line) {
    out += line == kLines - 1 ? " 100 % ┤" : line == kLines / 2 - 1 ? "  50 % ┤" : "       │";
    std::string row;
    for (const int top : height) row += kEighths[static_cast<std::size_t>(std::clamp(top - 8 * line, 0, 8))];
    while (row.ends_with(' ')) row.pop_back();
    out += row + "\n";
  }
  out += "   0 % └";
  for (int column = 0; column < kColumns; ++column) out += column == threshold ? "┴" : "─";
  out += fmt::format("\n        0{:>25}{:>25}\n", "0.5", "1");
  out += fmt::format("        {:>{}}  threshold {}\n", "↑", threshold + 1, report.plan.threshold);
  return out;
}

}  // namespace

std::string plan_text(const PlanReport& report) {
  const Plan& plan = report.plan;
  std::string out = fmt::format("{} bands of {} rows, {} of {} cells of {}\n", plan.bands, plan.rows,
                                plan.bands * plan.rows, plan.hashes, report.sketch);
  out += fmt::format("a pair at {} becomes a candidate with probability {:.4f}\n\n", plan.threshold,
                     plan.recall_at_threshold);
  out += draw_curve(report);
  out += "\nsimilarity   candidate\n";
  for (const PlanReport::Point& point : report.curve) {
    const double tenths = point.similarity * 10;
    if (std::abs(tenths - std::round(tenths)) < 1e-9)
      out += fmt::format("       {:.1f}      {:.4f}\n", point.similarity, point.probability);
  }
  out += fmt::format("\nbytes a document: {} of band records; {} where its signature is kept\n",
                     with_commas(report.band_record_bytes), with_commas(report.signature_bytes));
  if (report.documents)
    out += fmt::format("bytes of {} documents: {} of band records\n", with_commas(*report.documents),
                       with_commas(report.band_record_bytes * *report.documents));
  if (report.documents && report.expected_candidates) {
    out += fmt::format("{} documents like the background: {:.3g} candidates among unrelated pairs\n",
                       with_commas(*report.documents), *report.expected_candidates);
  }
  if (report.background_pairs > 0) {
    out += fmt::format("background: mean similarity {:.5f} over {} sampled pairs\n", report.background_similarity,
                       with_commas(report.background_pairs));
  }
  return out;
}

std::string plan_json(const PlanReport& report) {
  nlohmann::ordered_json json;
  json["bands"] = report.plan.bands;
  json["rows"] = report.plan.rows;
  json["hashes"] = report.plan.hashes;
  json["threshold"] = report.plan.threshold;
  json["recall_target"] = report.plan.recall_target;
  json["recall_at_threshold"] = report.plan.recall_at_threshold;
  json["sketch"] = report.sketch;
  json["prefer"] = report.preference;
  json["curve"] = nlohmann::ordered_json::array();
  for (const PlanReport::Point& point : report.curve)
    json["curve"].push_back({{"similarity", point.similarity}, {"probability", point.probability}});
  json["bytes_per_document"] = {{"band_records", report.band_record_bytes}, {"signature", report.signature_bytes}};
  json["documents"] = report.documents ? nlohmann::ordered_json(*report.documents) : nullptr;
  json["expected_candidates"] =
      report.expected_candidates ? nlohmann::ordered_json(*report.expected_candidates) : nullptr;
  if (report.background_pairs > 0) {
    json["background"] = {{"pairs", report.background_pairs}, {"mean_similarity", report.background_similarity}};
  }
  return json.dump(2) + "\n";
}

}  // namespace textkin::report
