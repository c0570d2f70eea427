#include "report/commands/leak_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "report/text/format.h"

namespace textkin::report {

std::string leak_stats_json(const LeakStats& stats) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["version"] = TEXTKIN_VERSION;
  json["command"] = stats.command;
  json["by"] = stats.by_passages ? "passages" : "ngrams";
  json["spec"] = stats.spec;
  json["documents"] = stats.documents;
  json["empty"] = stats.empty;
  json["problems"] = stats.problems;
  json["items"] = stats.items;
  json["short_items"] = stats.short_items;
  if (stats.by_passages) {
    json["item_words"] = stats.item_words;
    json["sensitivity"] = stats.sensitivity;
    json["guarantee"] = stats.guarantee;
    json["max_gap"] = stats.max_gap;
    json["min_length"] = stats.min_length;
  } else {
    json["ngrams"] = stats.ngrams;
  }
  json["action"] = stats.action;
  json["leaking"] = stats.leaking;
  json["kept"] = stats.kept;
  json["removed"] = stats.removed;
  if (stats.action == "cut") {
    json["cuts"] = stats.cuts;
    json["cut_words"] = stats.cut_words;
    json["cut_characters"] = stats.cut_characters;
  }
  json["sets"] = Json::array();
  for (const LeakedSet& set : stats.sets)
    json["sets"].push_back({{"set", set.name},
                            {"items", set.items},
                            {"short_items", set.short_items},
                            {"leaked", set.leaked},
                            {"documents", set.documents}});
  json["seconds"] = Json::object();
  for (const auto& [stage, seconds] : stats.seconds) json["seconds"][stage] = seconds;
  json["seconds"]["total"] = stats.total_seconds();
  json["input_bytes"] = stats.input_bytes;
  json["peak_memory_bytes"] = stats.peak_memory_bytes;
  json["threads"] = stats.threads;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

std::string what_became(const LeakStats& stats) {
  const std::string items = fmt::format("{} with one of {} test items", stats.by_passages ? "a passage" : "an n-gram",
                                        with_commas(stats.items));
  if (stats.action == "flag")
    return fmt::format("; all kept, {} of them marked: they share {}\n", with_commas(stats.leaking), items);
  if (stats.action == "drop")
    return fmt::format("; {} kept, {} removed: they share {}\n", with_commas(stats.kept), with_commas(stats.removed),
                       items);
  return fmt::format(
      "; {} share {}: {} stretches of {} words were taken out of {}, and {} were removed as wholes, of which nothing "
      "else would be left\n",
      with_commas(stats.leaking), items, with_commas(stats.cuts), with_commas(stats.cut_words),
      with_commas(stats.leaking - stats.removed), with_commas(stats.removed));
}

std::string short_ones(const LeakStats& stats, std::uint64_t items) {
  if (items == 0) return "";
  const std::string less = stats.by_passages ? fmt::format("{} words", stats.guarantee) : "an n-gram";
  return fmt::format("; {} are shorter than {}", with_commas(items), less);
}

std::string of_short_ones(const LeakStats& stats) {
  if (stats.short_items == 0) return "";
  if (stats.by_passages)
    return fmt::format(
        "{} items are shorter than {} words, and are found only in a passage of {} characters; --guarantee W takes "
        "shorter ones\n",
        with_commas(stats.short_items), stats.guarantee, stats.min_length);
  return fmt::format(
      "{} items are shorter than an n-gram, and are found only where a document is that text and no more; --shingle "
      "word:K takes shorter ones\n",
      with_commas(stats.short_items));
}

}  // namespace

std::string leak_summary(const LeakStats& stats) {
  std::string out = plural(stats.documents, "document");
  if (stats.problems > 0) out += fmt::format(", {} could not be used", with_commas(stats.problems));
  out += what_became(stats);
  for (const LeakedSet& set : stats.sets)
    out +=
        fmt::format("{}: {} of {} leaked, into {}{}\n", base::printable(set.name), with_commas(set.leaked),
                    plural(set.items, "item"), plural(set.documents, "document"), short_ones(stats, set.short_items));
  out += of_short_ones(stats);
  const double seconds = stats.total_seconds();
  out += stats.by_passages ? fmt::format("{} words of items", with_commas(stats.item_words))
                           : fmt::format("{} n-grams", with_commas(stats.ngrams));
  out += fmt::format("; {}", human_seconds(seconds));
  if (seconds > 0.05)
    out += fmt::format(", {}/s",
                       human_bytes(static_cast<std::uint64_t>(static_cast<double>(stats.input_bytes) / seconds)));
  out += fmt::format(", {} of memory, {}\n", human_bytes(stats.peak_memory_bytes), plural(stats.threads, "thread"));
  return out;
}

}  // namespace textkin::report
