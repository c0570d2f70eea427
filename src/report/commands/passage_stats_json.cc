#include "report/commands/passage_stats_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/text/format.h"

namespace textkin::report {
namespace {

// What was left out, of all documents.
std::string excluded_line(const PassageStats& stats) {
  std::string kinds;
  int with_words = 0;
  for (std::size_t kind = 0; kind < kExclusionKinds; ++kind) {
    if (!has(stats.excluded, static_cast<ExclusionKind>(kind))) continue;
    with_words += stats.excluded_words[kind] > 0;
    if (!kinds.empty()) kinds += ", ";
    kinds += fmt::format("{} {}", kExclusionNames[kind], with_commas(stats.excluded_words[kind]));
  }
  std::string out = "words not counted (--exclude): " + kinds;
  if (with_words > 1) out += "; a word may be of several kinds";
  if (stats.excluded_pairs > 0)
    out += fmt::format("; {} share{} nothing else", plural(stats.excluded_pairs, "pair"),
                       stats.excluded_pairs == 1 ? "s" : "");
  return out;
}

bool is_left_out(const PassageStats& stats) {
  for (std::size_t kind = 0; kind < kExclusionKinds; ++kind)
    if (has(stats.excluded, static_cast<ExclusionKind>(kind)) && stats.excluded_words[kind] > 0) return true;
  return false;
}

// What was compared with what, where there are two collections.
std::string compared_line(const PassageStats& stats) {
  std::string of = stats.index.empty() ? "--against" : "the index " + stats.index;
  if (stats.sequence > 0) of += fmt::format(" at sequence {}", stats.sequence);
  return fmt::format("{} compared with {} of {}, {} with each other",
                     plural(stats.documents - stats.against_documents, "document"),
                     with_commas(stats.against_documents), of, stats.within ? "and" : "not");
}

// What many documents have, which is seen in no pair.
std::string shared_line(const PassageStats& stats) {
  const std::vector<SharedByMany>& shared = stats.shared_passages;
  const SharedByMany& first = shared.front();
  // What more than --common documents have was not compared, so that more of them may have it.
  const std::string in =
      fmt::format("{}{}", stats.common_fingerprints > 0 ? "at least " : "", with_commas(first.whole));
  // Who has a half of it and no more is not said to have it.
  const std::string most = first.whole < first.documents
                               ? fmt::format(", part of it in {} more", with_commas(first.documents - first.whole))
                               : "";
  if (shared.size() == 1)
    return fmt::format("1 passage of {} words stands in {} documents{}", with_commas(first.words), in, most);
  return fmt::format("{} passages stand in many documents; the first, of {} words, in {}{}", with_commas(shared.size()),
                     with_commas(first.words), in, most);
}

}  // namespace

std::string passage_stats_json(const PassageStats& stats) {
  nlohmann::ordered_json json;
  json["version"] = TEXTKIN_VERSION;
  json["command"] = stats.command;
  if (!stats.normalize.empty()) json["normalize"] = stats.normalize;
  json["sensitivity"] = stats.sensitivity;
  json["guarantee"] = stats.guarantee;
  json["fingerprint_words"] = stats.run;
  json["window"] = stats.window;
  json["max_gap"] = stats.max_gap;
  json["min_length"] = stats.min_length;
  json["common"] = stats.common;
  json["documents"] = stats.documents;
  if (!stats.index.empty()) {
    json["index"] = stats.index;
    if (stats.sequence > 0) json["sequence"] = stats.sequence;
  }
  if (stats.against_documents > 0 || !stats.index.empty()) {
    json["against_documents"] = stats.against_documents;
    json["only_against"] = !stats.within;
  }
  json["empty"] = stats.empty;
  if (stats.persons > 0) {
    json["persons"] = stats.persons;
    json["pairs_of_one_person"] = stats.pairs_of_one_person;
  }
  json["problems"] = stats.problems;
  json["words"] = stats.words;
  json["fingerprints"] = stats.fingerprints;
  json["common_fingerprints"] = stats.common_fingerprints;
  json["candidates"] = stats.candidates;
  json["pairs"] = stats.pairs;
  json["passages"] = stats.passages;
  if (stats.excluded != 0) {
    json["excluded_pairs"] = stats.excluded_pairs;
    json["excluded_words"] = nlohmann::ordered_json::object();
    for (std::size_t kind = 0; kind < kExclusionKinds; ++kind)
      if (has(stats.excluded, static_cast<ExclusionKind>(kind)))
        json["excluded_words"][std::string(kExclusionNames[kind])] = stats.excluded_words[kind];
    if (has(stats.excluded, ExclusionKind::kCommon)) json["shared_by"] = stats.shared_by;
  }
  if (!stats.shared_passages.empty()) {
    json["shared_passages"] = nlohmann::ordered_json::array();
    for (const SharedByMany& shared : stats.shared_passages)
      json["shared_passages"].push_back(
          {{"words", shared.words}, {"documents", shared.documents}, {"whole", shared.whole}});
  }
  json["seconds"] = nlohmann::ordered_json::object();
  for (const auto& [stage, seconds] : stats.seconds) json["seconds"][stage] = seconds;
  json["seconds"]["total"] = stats.total_seconds();
  json["input_bytes"] = stats.input_bytes;
  json["peak_memory_bytes"] = stats.peak_memory_bytes;
  json["spilled_bytes"] = stats.spilled_bytes;
  json["threads"] = stats.threads;
  return json.dump(2) + "\n";
}

std::string passage_summary(const PassageStats& stats) {
  std::string out =
      fmt::format("{} in {} of {}; every shared run of {} words or more{} is among them",
                  plural(stats.passages, "passage"), plural(stats.pairs, "pair"), plural(stats.documents, "document"),
                  stats.guarantee, is_left_out(stats) ? " that counts" : "");
  if (stats.common_fingerprints > 0)
    out += fmt::format(", but for {} runs of {} words that stand in more than {} documents (--common)",
                       with_commas(stats.common_fingerprints), stats.run, stats.common);
  if (stats.against_documents > 0 || !stats.index.empty()) out += "\n" + compared_line(stats);
  if (!stats.shared_passages.empty()) out += "\n" + shared_line(stats);
  if (stats.persons > 0)
    out += fmt::format("\n{} (--group-by folder); {} of documents of one person {} not compared",
                       plural(stats.persons, "person"), plural(stats.pairs_of_one_person, "pair"),
                       stats.pairs_of_one_person == 1 ? "was" : "were");
  if (stats.excluded != 0) out += "\n" + excluded_line(stats);
  out += fmt::format("\n{} in {}, peak memory {}\n", human_bytes(stats.input_bytes),
                     human_seconds(stats.total_seconds()), human_bytes(stats.peak_memory_bytes));
  return out;
}

}  // namespace textkin::report
