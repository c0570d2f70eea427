#include "sketch/catalog.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "sketch/fss.h"
#include "sketch/fss_family.h"
#include "sketch/kperm.h"

namespace textkin::sketch {
namespace {

constexpr std::array<CatalogEntry, 2> kCatalog{{
    {"fss", "fss.v1", "fast similarity sketching: the most accurate sketch that can be banded, 1 us a document",
     "Dahlgaard, Knudsen, Thorup 2017 (arXiv 1704.04370)", FssFamily::kMaxCells, true, make_fss},
    {"kperm", "kperm.v1", "MinHash with k permutations: the reference, with an exact binomial law", "Broder 1997",
     kMaxKpermCells, true, make_kperm},
}};

// Levenshtein distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = corner + (a[i - 1] != b[j - 1]);
      corner = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::span<const CatalogEntry> catalog() { return kCatalog; }

Result<std::unique_ptr<Sketcher>> make_sketcher(std::string_view name, std::uint32_t cells, std::uint64_t seed) {
  for (const CatalogEntry& entry : kCatalog) {
    if (entry.name != name) continue;
    if (cells == 0 || cells > entry.max_cells)
      return Status(Code::kInvalidArgument, "sketch '" + std::string(name) + "' has 1 to " +
                                                std::to_string(entry.max_cells) + " hashes, not " +
                                                std::to_string(cells));
    return entry.make(cells, seed);
  }
  const auto nearest = std::min_element(kCatalog.begin(), kCatalog.end(), [&](const auto& a, const auto& b) {
    return distance(a.name, name) < distance(b.name, name);
  });
  // A name may be as long as a command line; the message stays one line.
  return Status(Code::kInvalidArgument, "there is no sketch '" + std::string(name.substr(0, 40)) + "'; did you mean '" +
                                            std::string(nearest->name) + "'?");
}

}  // namespace textkin::sketch
