#include "input/formats/catalog.h"

#include <algorithm>
#include <array>

#include "base/packing/packing.h"
#include "input/formats/fasta.h"
#include "input/formats/jsonl.h"
#include "input/formats/lines.h"
#include "input/formats/rows.h"
#include "input/formats/whole_file.h"

namespace textkin::input {
namespace {

constexpr auto kCatalog = std::to_array<InputFormat>({
    {"document", "", "", whole_file_format, "All of it is\none text.\n"},
    {"lines", "", "", lines_format, "the first\nthe second\r\n\nthe last"},
    {"jsonl", ".jsonl .ndjson", "", jsonl_format,
     "{\"id\": 1, \"text\": \"one\"}\n{\"text\": \"t\\u0077o }\", \"n\": [2.5]}\r\n"},
    {"sets", "", ".sets", lines_format, "apple pear\n17 23 4\n"},
    {"fasta", "", "", fasta_format, ">one > of them\nACGT\nAC\r\n>two\nGGTA\n>\nN"},
    {"", "", "", rows_format, ""},
});

}  // namespace

std::string_view without_packing(std::string_view path) {
  path.remove_suffix(base::suffix_of(base::packing_of(path)).size());
  return path;
}

std::span<const InputFormat> formats() { return kCatalog; }

const InputFormat* find_format(std::string_view name) {
  const auto row = std::ranges::find_if(
      kCatalog, [&](const InputFormat& format) { return !format.name.empty() && format.name == name; });
  return row == kCatalog.end() ? nullptr : &*row;
}

const Format* format_by_suffix(std::string_view path) {
  const std::string_view name = without_packing(path);
  for (const InputFormat& row : kCatalog) {
    for (std::string_view left = row.suffixes; !left.empty();) {
      const std::string_view suffix = left.substr(0, left.find(' '));
      if (name.ends_with(suffix)) return &row.format();
      left.remove_prefix(std::min(suffix.size() + 1, left.size()));
    }
  }
  return nullptr;
}

bool has_whole_run_suffix(const InputFormat& format, std::string_view path) {
  return !format.whole_run_suffix.empty() && without_packing(path).ends_with(format.whole_run_suffix);
}

}  // namespace textkin::input
