#include "report/rows/passage_rows.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "report/format.h"

namespace textkin::report {
namespace {

// An attribute's value. Control characters that XML 1.0 cannot hold become U+FFFD.
void append_xml(std::string_view text, std::string& out) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20)
          out += c;
        else if (c == '\t' || c == '\n' || c == '\r')
          fmt::format_to(std::back_inserter(out), "&#{};", static_cast<int>(c));
        else
          out += "\xEF\xBF\xBD";
    }
  }
}

double total_seconds(const PassageStats& stats) {
  double sum = 0;
  for (const auto& [stage, seconds] : stats.seconds) sum += seconds;
  return sum;
}

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(count), noun, count == 1 ? "" : "s");
}

// What was left out, of all documents.
std::string excluded_line(const PassageStats& stats) {
  std::string kinds;
  for (std::size_t kind = 0; kind < kExclusionKinds; ++kind) {
    if (!has(stats.excluded, static_cast<ExclusionKind>(kind))) continue;
    if (!kinds.empty()) kinds += ", ";
    kinds += fmt::format("{} {}", kExclusionNames[kind], with_commas(stats.excluded_words[kind]));
  }
  std::string out = "words not counted (--exclude): " + kinds;
  if (stats.excluded_pairs > 0)
    out += fmt::format("; {} share{} nothing else", plural(stats.excluded_pairs, "pair"),
                       stats.excluded_pairs == 1 ? "s" : "");
  return out;
}

}  // namespace

void append_passage_header(std::string& out) {
  out += "a\tb\ta_offset\ta_length\tb_offset\tb_length\ta_words\tb_words\tidentity\n";
}

void append_passage_tsv(std::string_view a, std::string_view b, const Passage& passage, std::string& out) {
  append_field(a, out);
  out += '\t';
  append_field(b, out);
  fmt::format_to(std::back_inserter(out), "\t{}\t{}\t{}\t{}\t{}\t{}\t", passage.a_offset, passage.a_length,
                 passage.b_offset, passage.b_length, passage.a_words, passage.b_words);
  append_number(passage.identity(), out);
  out += '\n';
}

void append_passage_jsonl(std::string_view a, std::string_view b, const Passage& passage, std::string& out) {
  out += "{\"a\":";
  append_json(a, out);
  out += ",\"b\":";
  append_json(b, out);
  fmt::format_to(std::back_inserter(out),
                 ",\"a_offset\":{},\"a_length\":{},\"b_offset\":{},\"b_length\":{},\"a_words\":{},\"b_words\":{},"
                 "\"identity\":",
                 passage.a_offset, passage.a_length, passage.b_offset, passage.b_length, passage.a_words,
                 passage.b_words);
  append_number(passage.identity(), out);
  out += "}\n";
}

void append_pan_begin(std::string_view a, std::string& out) {
  out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document reference=\"";
  append_xml(a, out);
  out += "\">\n";
}

void append_pan_feature(std::string_view b, const Passage& passage, std::string& out) {
  fmt::format_to(std::back_inserter(out),
                 "  <feature name=\"detected-plagiarism\" this_offset=\"{}\" this_length=\"{}\" source_reference=\"",
                 passage.a_offset, passage.a_length);
  append_xml(b, out);
  fmt::format_to(std::back_inserter(out), "\" source_offset=\"{}\" source_length=\"{}\"/>\n", passage.b_offset,
                 passage.b_length);
}

void append_pan_end(std::string& out) { out += "</document>\n"; }

std::string passage_stats_json(const PassageStats& stats) {
  nlohmann::ordered_json json;
  json["version"] = TEXTKIN_VERSION;
  json["command"] = stats.command;
  if (!stats.normalize.empty()) json["normalize"] = stats.normalize;
  json["guarantee"] = stats.guarantee;
  json["fingerprint_words"] = stats.run;
  json["window"] = stats.window;
  json["max_gap"] = stats.max_gap;
  json["min_length"] = stats.min_length;
  json["common"] = stats.common;
  json["documents"] = stats.documents;
  json["empty"] = stats.empty;
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
  json["seconds"] = nlohmann::ordered_json::object();
  for (const auto& [stage, seconds] : stats.seconds) json["seconds"][stage] = seconds;
  json["seconds"]["total"] = total_seconds(stats);
  json["input_bytes"] = stats.input_bytes;
  json["peak_memory_bytes"] = stats.peak_memory_bytes;
  json["spilled_bytes"] = stats.spilled_bytes;
  json["threads"] = stats.threads;
  return json.dump(2) + "\n";
}

std::string passage_summary(const PassageStats& stats) {
  std::string out = fmt::format("{} in {} pairs of {} documents; every shared run of {} words or more is among them",
                                plural(stats.passages, "passage"), with_commas(stats.pairs),
                                with_commas(stats.documents), stats.guarantee);
  if (stats.common_fingerprints > 0)
    out += fmt::format(", but for {} runs of {} words that stand in more than {} documents (--common)",
                       with_commas(stats.common_fingerprints), stats.run, stats.common);
  if (stats.excluded != 0) out += "\n" + excluded_line(stats);
  out += fmt::format("\n{} in {}, peak memory {}\n", human_bytes(stats.input_bytes),
                     human_seconds(total_seconds(stats)), human_bytes(stats.peak_memory_bytes));
  return out;
}

}  // namespace textkin::report
