#include "sketch/catalog.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/nearest.h"
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
  std::array<std::string_view, kCatalog.size()> names;
  std::transform(kCatalog.begin(), kCatalog.end(), names.begin(), [](const CatalogEntry& entry) { return entry.name; });
  // A name may be as long as a command line; the message stays one line.
  std::string message = "there is no sketch '" + std::string(name.substr(0, 40)) + "'; ";
  const std::string_view meant = base::nearest(name.substr(0, 40), names);
  if (!meant.empty()) return Status(Code::kInvalidArgument, message + "did you mean '" + std::string(meant) + "'?");
  message += "choose among";
  for (const std::string_view known : names) message += " '" + std::string(known) + "'";
  return Status(Code::kInvalidArgument, message);
}

}  // namespace textkin::sketch
