#include "sketch/catalog.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/nearest.h"
#include "sketch/dartminhash.h"
#include "sketch/fss.h"
#include "sketch/fss_family.h"
#include "sketch/icws.h"
#include "sketch/kperm.h"
#include "sketch/probminhash.h"

namespace textkin::sketch {
namespace {

constexpr std::string_view kJaccard = "jaccard";
constexpr std::string_view kWeightedJaccard = "weighted jaccard";
constexpr std::string_view kProbabilityJaccard = "probability jaccard";
constexpr std::string_view kBandable = "";
constexpr bool kPlain = false;
constexpr bool kWeighted = true;
constexpr bool kMergeable = true;
constexpr bool kNotMergeable = false;

constexpr std::array<CatalogEntry, 5> kCatalog{{
    {"fss", "fss.v1", "fast similarity sketching: the most accurate sketch that can be banded, 1 us a document",
     "Dahlgaard, Knudsen, Thorup 2017 (arXiv 1704.04370)", kJaccard, FssFamily::kMaxCells, 1, kPlain, kMergeable,
     kBandable, make_fss},
    {"kperm", "kperm.v1", "MinHash with k permutations: the reference, with an exact binomial law", "Broder 1997",
     kJaccard, kMaxKpermCells, 1, kPlain, kMergeable, kBandable, make_kperm},
    {"dartminhash", "dartminhash.v1", "weighted sets: the law of icws at a small part of its time",
     "Christiani 2020 (arXiv 2005.11547)", kWeightedJaccard, kMaxDartCells, 1, kWeighted, kMergeable, kBandable,
     make_dartminhash},
    {"icws", "icws.v1", "weighted sets: consistent weighted sampling, the reference", "Ioffe 2010", kWeightedJaccard,
     kMaxIcwsCells, 1, kWeighted, kMergeable, kBandable, make_icws},
    {"probminhash", "probminhash.v1", "weighted sets whose scale does not matter: probability Jaccard",
     "Ertl 2020 (arXiv 1911.00675), ProbMinHash1", kProbabilityJaccard, kMaxProbCells, 1, kWeighted, kNotMergeable,
     kBandable, make_probminhash},
}};

Result<const CatalogEntry*> find(std::string_view name) {
  const auto found = std::ranges::find(kCatalog, name, &CatalogEntry::name);
  if (found != kCatalog.end()) return found;
  std::array<std::string_view, kCatalog.size()> names;
  std::ranges::transform(kCatalog, names.begin(), &CatalogEntry::name);
  // A name may be as long as a command line; the message stays one line.
  std::string message = "there is no sketch '" + std::string(name.substr(0, 40)) + "'; ";
  const std::string_view meant = base::nearest(name.substr(0, 40), names);
  if (!meant.empty()) return Status(Code::kInvalidArgument, message + "did you mean '" + std::string(meant) + "'?");
  message += "choose among";
  for (const std::string_view known : names) message += " '" + std::string(known) + "'";
  return Status(Code::kInvalidArgument, message);
}

}  // namespace

std::span<const CatalogEntry> catalog() { return kCatalog; }

Result<std::unique_ptr<Sketcher>> make_sketcher(std::string_view name, std::uint32_t cells, std::uint64_t seed) {
  const Result<const CatalogEntry*> entry = find(name);
  if (!entry.ok()) return entry.status();
  const auto [most, step] = std::pair((*entry)->max_cells, (*entry)->cell_step);
  if (cells > 0 && cells <= most && cells % step == 0) return (*entry)->make(cells, seed);
  std::string allowed = std::to_string(step) + " to " + std::to_string(most) + " hashes";
  if (step > 1) allowed += ", a multiple of " + std::to_string(step);
  return Status(Code::kInvalidArgument,
                "sketch '" + std::string(name) + "' has " + allowed + ", not " + std::to_string(cells));
}

Result<std::unique_ptr<Sketcher>> make_bandable(std::string_view name, std::uint32_t cells, std::uint64_t seed) {
  const Result<const CatalogEntry*> entry = find(name);
  if (!entry.ok()) return entry.status();
  if ((*entry)->bandable()) return make_sketcher(name, cells, seed);
  std::string others;
  for (const CatalogEntry& other : kCatalog)
    if (other.bandable()) others += (others.empty() ? "" : ", ") + std::string(other.name);
  return Status(Code::kInvalidArgument, "sketch '" + std::string(name) + "' has no bands: " +
                                            std::string((*entry)->not_bandable) + "; those with bands: " + others);
}

}  // namespace textkin::sketch
