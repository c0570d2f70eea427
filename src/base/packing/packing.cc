#include "base/packing/packing.h"

#include <array>

namespace textkin::base {
namespace {

struct Row {
  Packing packing;
  std::string_view suffix;
  std::string_view name;
};
constexpr std::array<Row, 4> kRows{{{Packing::kGzip, ".gz", "gzip"},
                                    {Packing::kZstd, ".zst", "zstd"},
                                    {Packing::kXz, ".xz", "xz"},
                                    {Packing::kBzip2, ".bz2", "bzip2"}}};

}  // namespace

Packing packing_of(std::string_view path) {
  for (const Row& row : kRows)
    if (path.ends_with(row.suffix)) return row.packing;
  return Packing::kNone;
}

std::string_view suffix_of(Packing packing) {
  for (const Row& row : kRows)
    if (row.packing == packing) return row.suffix;
  return {};
}

std::string_view name_of(Packing packing) {
  for (const Row& row : kRows)
    if (row.packing == packing) return row.name;
  return {};
}

}  // namespace textkin::base
