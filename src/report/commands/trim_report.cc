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
  std::string out = fmt::format("{} documents", with_commas(stats.documents));
  if (stats.problems > 0) out += fmt::format(", {} could not be used", with_commas(stats.problems));
  out += fmt::format("; {} lost {} {}{} that stand elsewhere: {} of {} words\n", with_commas(stats.changed),
                     with_commas(stats.removed), stats.pieces == "passage" ? "passage" : "stretches of " + stats.pieces,
                     "s", with_commas(stats.removed_words), with_commas(stats.words));
  if (stats.emptied > 0)
    out += fmt::format("of {} documents no word is left: they {}\n", with_commas(stats.emptied),
                       stats.drops_emptied ? "are left out (--emptied drop)"
                                           : "stay, with an empty text (--emptied drop leaves them out)");
  if (stats.short_units > 0)
    out += fmt::format("{} {}s of fewer than {} words stay wherever they stand (--min-words)\n",
                       with_commas(stats.short_units), stats.pieces, stats.least);
  const double seconds = stats.total_seconds();
  out += human_seconds(seconds);
  if (seconds > 0.05)
    out += fmt::format(", {}/s",
                       human_bytes(static_cast<std::uint64_t>(static_cast<double>(stats.input_bytes) / seconds)));
  out += fmt::format(", {} of memory, {} thread{}\n", human_bytes(stats.peak_memory_bytes), stats.threads,
                     stats.threads == 1 ? "" : "s");
  return out;
}

}  // namespace textkin::report
