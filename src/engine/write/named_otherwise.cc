#include "engine/write/named_otherwise.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "input/formats/catalog.h"
#include "input/sources/sources.h"

namespace textkin::engine::write {
namespace {

constexpr auto kTables = std::to_array<std::string_view>({".parquet", ".arrow", ".arrows", ".feather"});
constexpr auto kSheets = std::to_array<std::string_view>({".csv", ".tsv"});

bool ends_in(const std::string& output, const auto& suffixes) {
  const std::string_view name = input::without_packing(output);
  return std::ranges::any_of(suffixes, [&](std::string_view suffix) { return name.ends_with(suffix); });
}

// That a file of this name is read as; null: the name says nothing, or a table.
const input::Format* format_said(const std::string& output) {
  for (const input::InputFormat& row : input::formats())
    if (input::has_whole_run_suffix(row, output)) return &row.format();
  return input::format_by_suffix(output);
}

}  // namespace

bool names_records(const std::string& output) { return ends_in(output, kTables) || format_said(output) != nullptr; }

bool names_format(const std::string& output) { return names_records(output) || ends_in(output, kSheets); }

bool named_otherwise(const std::string& output, const input::Format* format) {
  return names_format(output) && format_said(output) != format;
}

}  // namespace textkin::engine::write
