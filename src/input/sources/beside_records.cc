#include "input/sources/beside_records.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "input/formats/format.h"

namespace textkin::input {
namespace {

constexpr auto kAbout = std::to_array<std::string_view>(
    {"readme", "readme.md", "readme.txt", "readme.rst", "license", "license.md", "license.txt", "licence",
     "licence.txt", "dataset_info.json", "dataset_infos.json", "dataset_dict.json", "state.json", "croissant.json"});

std::string_view folder_of(const Source& source) {
  const std::string_view path = source.path;
  return path.substr(0, path.rfind('/') + 1);
}

// A clone of a hub has README.md at its top and the records in data/.
void add_with_parents(std::string_view folder, std::set<std::string, std::less<>>& folders) {
  while (!folder.empty() && folders.emplace(folder).second)
    folder = folder.substr(0, folder.substr(0, folder.size() - 1).rfind('/') + 1);
}

}  // namespace

bool is_about_records(std::string_view name) {
  if (name.starts_with('_')) return true;
  std::string small(name);
  for (char& c : small) c = base::to_lower(c);
  return std::ranges::find(kAbout, small) != kAbout.end();
}

void leave_out_beside_records(std::size_t first, SourceList& list) {
  std::set<std::string, std::less<>> with_records;
  for (std::size_t i = first; i < list.sources.size(); ++i)
    if (list.sources[i].format->unit() == Unit::kRecord) add_with_parents(folder_of(list.sources[i]), with_records);
  if (with_records.empty()) return;
  const auto goes = [&](const Source& source) {
    const std::string_view folder = folder_of(source);
    return !source.is_argument && source.memory == nullptr && source.format->unit() == Unit::kFile &&
           is_about_records(std::string_view(source.path).substr(folder.size())) && with_records.contains(folder);
  };
  const auto begin = list.sources.begin() + static_cast<std::ptrdiff_t>(first);
  for (auto source = begin; source != list.sources.end(); ++source)
    if (goes(*source)) list.left_out.push_back(source->name);
  list.sources.erase(std::remove_if(begin, list.sources.end(), goes), list.sources.end());
}

}  // namespace textkin::input
