#include "engine/cleanup/kept_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "input/formats/catalog.h"
#include "input/sources/sources.h"

namespace textkin::engine::cleanup {
namespace {

constexpr auto kTables = std::to_array<std::string_view>({".parquet", ".arrow", ".arrows", ".feather"});
constexpr auto kSheets = std::to_array<std::string_view>({".csv", ".tsv"});

bool ends_in(std::string_view name, const auto& suffixes) {
  return std::ranges::any_of(suffixes, [&](std::string_view suffix) { return name.ends_with(suffix); });
}

// That a file of this name is read as; null: the name says nothing.
const input::Format* format_said(const std::string& output) {
  for (const input::InputFormat& row : input::formats())
    if (input::has_whole_run_suffix(row, output)) return &row.format();
  return input::format_by_suffix(output);
}

}  // namespace

Status check_kept_name(const std::string& output, const input::InputSpec& spec) {
  if (output == "-" || output.ends_with('/') || std::filesystem::is_directory(output) || !spec.memory.empty())
    return {};
  const std::string_view name = input::without_packing(output);
  const bool table = ends_in(name, kTables);
  const bool sheet = ends_in(name, kSheets);
  const input::Format* const said = format_said(output);
  if (!table && !sheet && said == nullptr) return {};
  const Result<input::SourceList> list = input::list_sources(spec);
  if (!list.ok()) return {};  // the run says why
  for (const input::Source& source : list->sources) {
    if (source.format->unit() == input::Unit::kFile) {
      if (!table && said == nullptr) continue;
      return Status(Code::kInvalidArgument,
                    fmt::format("-o {}: INPUT are files that are one document each, so the output is a list of their "
                                "ids, one a line; name it *.txt, or a folder (FOLDER/) for the files",
                                output));
    }
    if (said == source.format) continue;
    return Status(Code::kInvalidArgument,
                  fmt::format("-o {}: the kept records stay as they stand in {}; name a file with that suffix", output,
                              source.name));
  }
  return {};
}

}  // namespace textkin::engine::cleanup
