#include "report/commands/trim_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/text/format.h"

namespace textkin::report {

std::string trim_stats_json(const TrimStats& stats) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["version"] = TEXTKIN_VERSION;
  json["command"] = stats.command;
  json["unit"] = stats.pieces;
  json[stats.bytes ? "least_bytes" : "least_words"] = stats.least;
  json["keep"] = stats.keep;
  json["documents"] = stats.documents;
  json["empty"] = stats.empty;
  json["problems"] = stats.problems;
  json["words"] = stats.words;
  json["changed"] = stats.changed;
  json["emptied"] = stats.emptied;
  json["dropped"] = stats.drops_emptied ? stats.emptied : 0;
  json["removed"] = stats.removed;
  json["removed_words"] = stats.removed_words;
  json["removed_characters"] = stats.removed_characters;
  json["short_units"] = stats.short_units;
  json["seconds"] = Json::object();
  for (const auto& [stage, seconds] : stats.seconds) json["seconds"][stage] = seconds;
  json["seconds"]["total"] = stats.total_seconds();
  json["input_bytes"] = stats.input_bytes;
  json["peak_memory_bytes"] = stats.peak_memory_bytes;
  json["spilled_bytes"] = stats.spilled_bytes;
  json["threads"] = stats.threads;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string trim_summary(const TrimStats& stats) {
  std::string out = plural(stats.documents, "document");
  if (stats.problems > 0) out += fmt::format(", {} could not be used", with_commas(stats.problems));
  const bool is_one = stats.removed == 1;
  out += fmt::format("; {} lost {} that {} elsewhere: {} of {} words\n", with_commas(stats.changed),
                     stats.pieces == "passage" ? plural(stats.removed, "passage")
                                               : fmt::format("{} {} of {}s", with_commas(stats.removed),
                                                             is_one ? "stretch" : "stretches", stats.pieces),
                     is_one ? "stands" : "stand", with_commas(stats.removed_words), with_commas(stats.words));
  if (stats.emptied > 0)
    out += fmt::format("of {} no word is left: {}\n", plural(stats.emptied, "document"),
                       stats.drops_emptied ? "left out (--emptied drop)"
                                           : "kept with an empty text (--emptied drop leaves out such ones)");
  if (stats.short_units > 0)
    out += fmt::format("{} {}s of fewer than {} words stay wherever they stand (--min-words)\n",
                       with_commas(stats.short_units), stats.pieces, stats.least);
  const double seconds = stats.total_seconds();
  out += human_seconds(seconds);
  if (seconds > 0.05)
    out += fmt::format(", {}/s",
                       human_bytes(static_cast<std::uint64_t>(static_cast<double>(stats.input_bytes) / seconds)));
  out += fmt::format(", {} of memory, {}\n", human_bytes(stats.peak_memory_bytes), plural(stats.threads, "thread"));
  return out;
}

}  // namespace textkin::report
