#include "report/catalog.h"

#include <array>

#include "report/rows/pair_rows.h"

namespace textkin::report {
namespace {

constexpr std::array<Format, 2> kFormats{{
    {"tsv", "tab separated, one header line", append_tsv_header, append_tsv_row},
    {"jsonl", "one JSON object a line", append_jsonl_header, append_jsonl_row},
}};

}  // namespace

std::span<const Format> formats() { return kFormats; }

Result<const Format*> find_format(std::string_view name) {
  std::string names;
  for (const Format& format : kFormats) {
    if (format.name == name) return &format;
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  }
  return Status(Code::kInvalidArgument, "no format '" + std::string(name) + "'; there are " + names);
}

}  // namespace textkin::report
