#include "report/commands/sketch_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

namespace textkin::report {
namespace {

constexpr std::size_t kColumns = 8;
using Line = std::array<std::string, kColumns>;

std::string yes_or_no(bool yes) { return yes ? "yes" : "no"; }

}  // namespace

std::string sketches_text(std::span<const SketchRow> rows) {
  std::vector<Line> lines{{"name", "version", "measure", "bands", "weighted", "mergeable", "most hashes", "reference"}};
  for (const SketchRow& row : rows)
    lines.push_back({std::string(row.name), std::string(row.version), std::string(row.measure),
                     yes_or_no(row.not_bandable.empty()), yes_or_no(row.weighted), yes_or_no(row.mergeable),
                     std::to_string(row.max_hashes), std::string(row.reference)});
  std::array<std::size_t, kColumns> widths{};
  for (const Line& line : lines)
    for (std::size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string out;
  for (std::size_t number = 0; number < lines.size(); ++number) {
    for (std::size_t i = 0; i + 1 < kColumns; ++i) out += fmt::format("{:<{}}  ", lines[number][i], widths[i]);
    out += lines[number].back() + '\n';
    if (number == 0) continue;
    const SketchRow& row = rows[number - 1];
    out += fmt::format("    {}\n", row.doc);
    if (!row.also.empty()) out += fmt::format("    also: {}\n", row.also);
    if (!row.not_bandable.empty()) out += fmt::format("    no bands: {}\n", row.not_bandable);
  }
  return out;
}

std::string sketches_json(std::span<const SketchRow> rows) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const SketchRow& row : rows) {
    Json entry;
    entry["name"] = row.name;
    entry["version"] = row.version;
    entry["measure"] = row.measure;
    entry["bandable"] = row.not_bandable.empty();
    entry["not_bandable"] = row.not_bandable.empty() ? Json(nullptr) : Json(row.not_bandable);
    entry["weighted"] = row.weighted;
    entry["mergeable"] = row.mergeable;
    entry["max_hashes"] = row.max_hashes;
    entry["multiple_of"] = row.multiple_of;
    entry["reference"] = row.reference;
    entry["doc"] = row.doc;
    entry["also"] = row.also;
    list.push_back(std::move(entry));
  }
  return Json{{"sketches", std::move(list)}}.dump(2) + "\n";
}

}  // namespace textkin::report
