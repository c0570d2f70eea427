#include "report/commands/leak_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/text/format.h"

namespace textkin::report {

std::string leak_stats_json(const LeakStats& stats) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["version"] = TEXTKIN_VERSION;
  json["command"] = stats.command;
  json["spec"] = stats.spec;
  json["documents"] = stats.documents;
  json["empty"] = stats.empty;
  json["problems"] = stats.problems;
  json["items"] = stats.items;
  json["short_items"] = stats.short_items;
  json["ngrams"] = stats.ngrams;
  json["kept"] = stats.kept;
  json["removed"] = stats.removed;
  json["sets"] = Json::array();
  for (const LeakedSet& set : stats.sets)
    json["sets"].push_back(
        {{"set", set.name}, {"items", set.items}, {"leaked", set.leaked}, {"documents", set.documents}});
  json["seconds"] = Json::object();
  for (const auto& [stage, seconds] : stats.seconds) json["seconds"][stage] = seconds;
  json["seconds"]["total"] = stats.total_seconds();
  json["input_bytes"] = stats.input_bytes;
  json["peak_memory_bytes"] = stats.peak_memory_bytes;
  json["threads"] = stats.threads;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string leak_summary(const LeakStats& stats) {
  std::string out = fmt::format("{} documents", with_commas(stats.documents));
  if (stats.problems > 0) out += fmt::format(", {} could not be used", with_commas(stats.problems));
  out += fmt::format("; {} kept, {} removed: they share an n-gram with one of {} test items\n", with_commas(stats.kept),
                     with_commas(stats.removed), with_commas(stats.items));
  for (const LeakedSet& set : stats.sets)
    out += fmt::format("{}: {} of {} items leaked, into {} documents\n", set.name, with_commas(set.leaked),
                       with_commas(set.items), with_commas(set.documents));
  if (stats.short_items > 0)
    out += fmt::format(
        "{} items are shorter than an n-gram, and are found only where a document is that text and no more; --shingle "
        "word:K takes shorter ones\n",
        with_commas(stats.short_items));
  const double seconds = stats.total_seconds();
  out += fmt::format("{} n-grams; {}", with_commas(stats.ngrams), human_seconds(seconds));
  if (seconds > 0.05)
    out += fmt::format(", {}/s",
                       human_bytes(static_cast<std::uint64_t>(static_cast<double>(stats.input_bytes) / seconds)));
  out += fmt::format(", {} of memory, {} thread{}\n", human_bytes(stats.peak_memory_bytes), stats.threads,
                     stats.threads == 1 ? "" : "s");
  return out;
}

}  // namespace textkin::report
