#include "report/commands/index_stats.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/text/format.h"

namespace textkin::report {

std::string index_stats_text(const IndexStats& stats) {
  std::string out =
      fmt::format("{}: {} documents, {} removed ones, at sequence {}\n{} of text, {} in files, {} segments\n",
                  stats.folder, with_commas(stats.documents), with_commas(stats.removed), stats.sequence,
                  human_bytes(stats.text_bytes), human_bytes(stats.file_bytes), stats.segments);
  for (const auto& [option, value] : stats.options) out += fmt::format("{} {}\n", option, value);
  for (const auto& [name, value] : stats.checkpoints) out += fmt::format("checkpoint {}={}\n", name, value);
  return out;
}

std::string index_stats_json(const IndexStats& stats) {
  nlohmann::ordered_json json;
  json["sequence"] = stats.sequence;
  json["documents"] = stats.documents;
  json["removed"] = stats.removed;
  json["text_bytes"] = stats.text_bytes;
  json["file_bytes"] = stats.file_bytes;
  json["segments"] = stats.segments;
  json["options"] = nlohmann::ordered_json::array();
  for (const auto& [option, value] : stats.options) json["options"].push_back({option, value});
  json["checkpoints"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : stats.checkpoints) json["checkpoints"][name] = value;
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace textkin::report
