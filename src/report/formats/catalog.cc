#include "report/formats/catalog.h"

#include <algorithm>
#include <array>
#include <string>

#include "report/formats/jsonl_rows.h"
#include "report/formats/tsv_rows.h"

namespace textkin::report {
namespace {

template <class Rows>
std::unique_ptr<const RowWriter> make(std::span<const std::string_view> columns) {
  return std::make_unique<Rows>(columns);
}

constexpr std::array<Format, 2> kFormats{{
    {"tsv", "tab separated, one header line", make<TsvRows>},
    {"jsonl", "one JSON object a line", make<JsonlRows>},
}};

}  // namespace

std::span<const Format> formats() { return kFormats; }
const Format& tsv_format() { return kFormats[0]; }
const Format& jsonl_format() { return kFormats[1]; }

Result<const Format*> find_format(std::string_view name, std::span<const std::string_view> own) {
  if (std::ranges::find(own, name) != own.end()) return nullptr;
  std::string names;
  for (const Format& format : kFormats) {
    if (format.name == name) return &format;
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  }
  for (const std::string_view other : own) names += ", " + std::string(other);
  return Status(Code::kInvalidArgument, "no format '" + std::string(name) + "'; there are " + names);
}

}  // namespace textkin::report
