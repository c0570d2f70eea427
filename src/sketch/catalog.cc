#include "sketch/catalog.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/names/unknown_name.h"
#include "sketch/sets/bottomk.h"
#include "sketch/sets/fss.h"
#include "sketch/sets/fss_family.h"
#include "sketch/sets/kperm.h"
#include "sketch/sets/oph.h"
#include "sketch/sets/superminhash.h"
#include "sketch/weighted/dartminhash.h"
#include "sketch/weighted/icws.h"
#include "sketch/weighted/probminhash.h"
#include "sketch/weighted/simhash.h"

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

// k-permutation over the families of hash/catalog.h that take features.
constexpr std::string_view kLinear31 = "linear-31";
constexpr std::string_view kLinear61 = "linear-61";
constexpr std::string_view kMultiplicative = "multiplicative";
constexpr std::string_view kMultiplicative32 = "multiplicative-32";
constexpr std::string_view kMurmur3 = "murmur3";
constexpr std::string_view kPolynomial = "polynomial";
constexpr std::string_view kSimpleTabulation = "simple-tabulation";
constexpr std::string_view kTwistedTabulation = "twisted-tabulation";
constexpr std::string_view kMixedTabulation = "mixed-tabulation";

template <const std::string_view& kFamily>
std::unique_ptr<Sketcher> over(std::uint32_t cells, std::uint64_t seed) {
  return make_kperm_over(kFamily, cells, seed);
}

constexpr auto kCatalog = std::to_array<SketchEntry>({
    {"fss", "fss.v1", "fast similarity sketching: the most accurate sketch that can be banded, 1 us a document",
     "Dahlgaard, Knudsen, Thorup 2017 (arXiv 1704.04370)", kJaccard, FssFamily::kMaxCells, 1, kPlain, kMergeable,
     kBandable, make_fss},
    {"kperm", "kperm.v1", "MinHash with k permutations: the reference, with an exact binomial law", "Broder 1997",
     kJaccard, kMaxKpermCells, 1, kPlain, kMergeable, kBandable, make_kperm},
    {"bottomk", "bottomk.v1",
     "the k smallest hashes: exact for small sets, best for one pair; also containment and union sizes",
     "Cohen 1997; Broder 1997; Thorup 2013 (arXiv 1303.5479)", kJaccard, kMaxBottomkCells, 1, kPlain, kMergeable,
     "its hashes have no places of their own", make_bottomk},
    {"superminhash", "superminhash.v1", "SuperMinHash: as accurate as fss and streaming, at 15 to 60 times its time",
     "Ertl 2017 (arXiv 1706.05698)", kJaccard, kMaxSuperminhashCells, 1, kPlain, kMergeable, kBandable,
     make_superminhash},
    {"oph", "oph.v1", "raw one-permutation hashing: one hash a shingle; for sets well above k",
     "Li, Owen, Zhang 2012 (arXiv 1208.1259)", kJaccard, kMaxOphCells, 1, kPlain, kMergeable,
     "its empty bins would agree without a shared shingle", make_oph},
    {"dartminhash", "dartminhash.v1", "weighted sets: the law of icws at a small part of its time",
     "Christiani 2020 (arXiv 2005.11547)", kWeightedJaccard, kMaxDartCells, 1, kWeighted, kMergeable, kBandable,
     make_dartminhash},
    {"icws", "icws.v1", "weighted sets: consistent weighted sampling, the reference", "Ioffe 2010", kWeightedJaccard,
     kMaxIcwsCells, 1, kWeighted, kMergeable, kBandable, make_icws},
    {"probminhash", "probminhash.v1", "weighted sets whose scale does not matter: probability Jaccard",
     "Ertl 2020 (arXiv 1911.00675), ProbMinHash1", kProbabilityJaccard, kMaxProbCells, 1, kWeighted, kNotMergeable,
     kBandable, make_probminhash},
    {"kperm-linear-31", "kperm-linear-31.v1", "k permutations over the linear family mod 2^31 - 1, for comparisons",
     "Carter, Wegman 1979", kJaccard, kMaxKpermCells, 1, kPlain, kMergeable, kBandable, over<kLinear31>},
    {"kperm-linear-61", "kperm-linear-61.v1", "k permutations over the linear family mod 2^61 - 1, for comparisons",
     "Carter, Wegman 1979", kJaccard, kMaxKpermCells, 1, kPlain, kMergeable, kBandable, over<kLinear61>},
    {"kperm-multiplicative", "kperm-multiplicative.v1",
     "k permutations over multiplicative hashing of 64 bits, for comparisons", "Knuth 1973", kJaccard, kMaxKpermCells,
     1, kPlain, kMergeable, kBandable, over<kMultiplicative>},
    {"kperm-multiplicative-32", "kperm-multiplicative-32.v1",
     "k permutations over multiplicative hashing of 32 bits, for comparisons", "Knuth 1973", kJaccard, kMaxKpermCells,
     1, kPlain, kMergeable, kBandable, over<kMultiplicative32>},
    {"kperm-murmur3", "kperm-murmur3.v1", "k permutations over MurmurHash3 with a seed a cell, for comparisons",
     "Appleby 2011", kJaccard, kMaxKpermCells, 1, kPlain, kMergeable, kBandable, over<kMurmur3>},
    {"kperm-polynomial", "kperm-polynomial.v1",
     "k permutations over 5-independent polynomials mod 2^61 - 1, for comparisons", "Wegman, Carter 1981", kJaccard,
     kMaxKpermCells, 1, kPlain, kMergeable, kBandable, over<kPolynomial>},
    {"kperm-simple-tabulation", "kperm-simple-tabulation.v1", "k permutations over simple tabulation, for comparisons",
     "Patrascu, Thorup 2012", kJaccard, kMaxKpermTables, 1, kPlain, kMergeable, kBandable, over<kSimpleTabulation>},
    {"kperm-twisted-tabulation", "kperm-twisted-tabulation.v1",
     "k permutations over twisted tabulation, for comparisons", "Patrascu, Thorup 2013", kJaccard, kMaxKpermTables, 1,
     kPlain, kMergeable, kBandable, over<kTwistedTabulation>},
    {"kperm-mixed-tabulation", "kperm-mixed-tabulation.v1", "k permutations over mixed tabulation, for comparisons",
     "Dahlgaard, Knudsen, Rotenberg, Thorup 2015", kJaccard, kMaxKpermTables, 1, kPlain, kMergeable, kBandable,
     over<kMixedTabulation>},
    {"simhash", "simhash.v1", "signs of sums: the cosine of weighted sets from 64 or 128 bits", "Charikar 2002",
     "cosine", kMaxSimHashBits, 64, kWeighted, kNotMergeable,
     "near fingerprints are found by their Hamming distance, with textkin simhash", make_simhash},
});

constexpr auto kAliases = std::to_array<Alias>({
    {"fast-similarity-sketching", "fss"},
    {"minhash", "kperm"},
    {"k-minhash", "kperm"},
    {"bottom-k", "bottomk"},
    {"kmv", "bottomk"},
    {"one-permutation-hashing", "oph"},
    {"consistent-weighted-sampling", "icws"},
    {"weighted-minhash", "icws"},
    {"sign-random-projections", "simhash"},
});

}  // namespace

std::span<const SketchEntry> catalog() { return kCatalog; }
std::span<const Alias> aliases() { return kAliases; }

Result<const SketchEntry*> find_sketch(std::string_view name) {
  const auto found = std::ranges::find(kCatalog, unaliased(name, kAliases), &SketchEntry::name);
  if (found != kCatalog.end()) return found;
  std::array<std::string_view, kCatalog.size()> names;
  std::ranges::transform(kCatalog, names.begin(), &SketchEntry::name);
  return base::unknown_name("sketch", name, names);
}

Result<std::unique_ptr<Sketcher>> make_sketcher(std::string_view name, std::uint32_t cells, std::uint64_t seed) {
  TEXTKIN_ASSIGN_OR_RETURN(const SketchEntry* entry, find_sketch(name));
  const auto [most, step] = std::pair(entry->max_cells, entry->cell_step);
  if (cells > 0 && cells <= most && cells % step == 0) return entry->make(cells, seed);
  std::string allowed = std::to_string(step) + " to " + std::to_string(most) + " hashes";
  if (step > 1) allowed += ", a multiple of " + std::to_string(step);
  return Status(Code::kInvalidArgument,
                "sketch '" + std::string(name) + "' has " + allowed + ", not " + std::to_string(cells));
}

Result<std::unique_ptr<Sketcher>> make_bandable(std::string_view name, std::uint32_t cells, std::uint64_t seed) {
  TEXTKIN_ASSIGN_OR_RETURN(const SketchEntry* entry, find_sketch(name));
  if (entry->bandable()) return make_sketcher(name, cells, seed);
  std::string others;
  for (const SketchEntry& other : kCatalog)
    if (other.bandable()) others += (others.empty() ? "" : ", ") + std::string(other.name);
  return Status(Code::kInvalidArgument, "sketch '" + std::string(name) + "' has no bands: " +
                                            std::string(entry->not_bandable) + "; those with bands: " + others);
}

}  // namespace textkin::sketch
