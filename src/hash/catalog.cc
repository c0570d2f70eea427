#include "hash/catalog.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/names/unknown_name.h"
#include "hash/linear_family.h"
#include "hash/multiplicative_family.h"
#include "hash/murmur3.h"
#include "hash/odd_multiplier.h"
#include "hash/permutation_family.h"
#include "hash/polynomial_family.h"
#include "hash/tabulation.h"

namespace textkin::hash {
namespace {

using Made = Result<std::unique_ptr<HashFamily>>;

constexpr std::uint32_t kMostRows = 4096;
constexpr std::uint32_t kMostTables = 1024;  // rows of 16 to 40 KiB
constexpr std::uint64_t kMostIndependence = 64;
constexpr std::string_view kNoParameter = "";

template <class Family>
Made plain(const FamilySpec& spec) {
  return Made(std::make_unique<Family>(spec.rows, spec.seed));
}

template <class Family>
Made moved(Result<Family> family) {
  if (!family.ok()) return family.status();
  return Made(std::make_unique<Family>(std::move(family).value()));
}

template <LinearFamily::Multipliers kKind>
Made linear(const FamilySpec& spec) {
  return moved(LinearFamily::draw(spec.rows, spec.seed, spec.parameter, kKind));
}

template <int kBits>
Made mersenne(const FamilySpec& spec) {
  using Family = PolynomialFamily<kBits>;
  return Made(std::make_unique<Family>(spec.rows, spec.seed, 2, Family::Leading::kNonZero));
}

Made polynomial(const FamilySpec& spec) {
  using Family = PolynomialFamily<61>;
  if (spec.parameter >= 2 && spec.parameter <= kMostIndependence)
    return Made(std::make_unique<Family>(spec.rows, spec.seed, static_cast<std::uint32_t>(spec.parameter),
                                         Family::Leading::kAny));
  return Status(Code::kInvalidArgument, "hash family 'polynomial' has 2 to " + std::to_string(kMostIndependence) +
                                            " coefficients, not " + std::to_string(spec.parameter));
}

template <class Word>
Made multiplicative(const FamilySpec& spec) {
  using Family = MultiplicativeFamily<Word>;
  if (spec.parameter >= 1 && spec.parameter <= Family::kWordBits)
    return Made(std::make_unique<Family>(spec.rows, spec.seed, static_cast<std::uint32_t>(spec.parameter)));
  return Status(Code::kInvalidArgument, "this multiplicative hash family has 1 to " +
                                            std::to_string(Family::kWordBits) + " bits, not " +
                                            std::to_string(spec.parameter));
}

Made permutation(const FamilySpec& spec) {
  return moved(PermutationFamily::draw(spec.rows, spec.seed, spec.parameter));
}

constexpr std::array<FamilyEntry, 13> kFamilies{{
    {"odd", "odd.v1", "a x + b mod 2^32, a odd, over the high half of the mixed key: the default of k-permutation",
     "rows are ideal rankings of random words; rows measured as good as independent", "Bohman, Cooper, Frieze 2000",
     kNoParameter, 0, kMostRows, false, true, plain<OddMultiplierFamily>},
    {"linear", "linear.v1", "a x + b mod n, 1 <= a < n", "two-wise independent for prime n; else ties; not min-wise",
     "Carter, Wegman 1979", "modulus", 0, kMostRows, false, false, linear<LinearFamily::Multipliers::kNonZero>},
    {"linear-units", "linear-units.v1", "a x + b mod n, a without a common factor with n",
     "bijections; two-wise independent for prime n; not min-wise", "Carter, Wegman 1979", "modulus", 0, kMostRows, true,
     false, linear<LinearFamily::Multipliers::kUnits>},
    {"linear-31", "linear-31.v1", "a x + b mod 2^31 - 1, a not 0", "two-wise independent; not min-wise",
     "Carter, Wegman 1979", kNoParameter, 0, kMostRows, true, false, mersenne<31>},
    {"linear-61", "linear-61.v1", "a x + b mod 2^61 - 1, a not 0", "two-wise independent; not min-wise",
     "Carter, Wegman 1979", kNoParameter, 0, kMostRows, true, false, mersenne<61>},
    {"multiplicative", "multiplicative.v1", "the first bits of s x mod 2^64, s odd, the first s Knuth's",
     "nearly universal; key 0 has the value 0", "Knuth 1973; Dietzfelbinger et al. 1997", "bits", 32, kMostRows, false,
     false, multiplicative<std::uint64_t>},
    {"multiplicative-32", "multiplicative-32.v1", "the first bits of s x mod 2^32, s odd, the first s Knuth's",
     "nearly universal on keys of 32 bits; key 0 has the value 0", "Knuth 1973; Dietzfelbinger et al. 1997", "bits", 32,
     kMostRows, true, false, multiplicative<std::uint32_t>},
    {"murmur3", "murmur3.v1", "MurmurHash3 x86_32 of the key's 8 bytes, a seed a row",
     "no theorem; each key has one that it collides with under every seed", "Appleby 2011", kNoParameter, 0, kMostRows,
     false, true, plain<Murmur3Family>},
    {"polynomial", "polynomial.v1", "a polynomial with random coefficients mod 2^61 - 1",
     "independent for as many keys as it has coefficients", "Wegman, Carter 1981", "coefficients", 5, kMostRows, false,
     true, polynomial},
    {"simple-tabulation", "simple-tabulation.v1", "exclusive or of 8 tables, one a byte of the key",
     "3-independent; min-wise up to an error that falls with the size of the set", "Patrascu, Thorup 2012",
     kNoParameter, 0, kMostTables, false, true, plain<SimpleTabulation>},
    {"twisted-tabulation", "twisted-tabulation.v1", "simple tabulation, the last byte twisted by the others",
     "min-wise up to an error that falls with the universe", "Patrascu, Thorup 2013", kNoParameter, 0, kMostTables,
     false, true, plain<TwistedTabulation>},
    {"mixed-tabulation", "mixed-tabulation.v1", "simple tabulation, 4 derived bytes looked up again",
     "as fully random on sets of up to 128 keys, with high probability", "Dahlgaard, Knudsen, Rotenberg, Thorup 2015",
     kNoParameter, 0, kMostTables, false, true, plain<MixedTabulation>},
    {"permutation", "permutation.v1", "a uniform permutation of 0 .. n-1, by Fisher and Yates",
     "exactly min-wise independent; rows independent", "Broder, Charikar, Frieze, Mitzenmacher 1998", "universe", 0,
     kMostRows, true, true, permutation},
}};

}  // namespace

std::span<const FamilyEntry> families() { return kFamilies; }

Result<const FamilyEntry*> find_family(std::string_view name) {
  const auto found = std::ranges::find(kFamilies, name, &FamilyEntry::name);
  if (found != kFamilies.end()) return found;
  std::array<std::string_view, kFamilies.size()> names;
  std::ranges::transform(kFamilies, names.begin(), &FamilyEntry::name);
  return base::unknown_name("hash family", name, names);
}

Result<std::unique_ptr<HashFamily>> make_family(std::string_view name, const FamilySpec& spec) {
  TEXTKIN_ASSIGN_OR_RETURN(const FamilyEntry* found, find_family(name));
  const FamilyEntry& entry = *found;
  const std::string family = "hash family '" + std::string(name) + "' ";
  if (spec.rows < 1 || spec.rows > entry.max_rows)
    return Status(Code::kInvalidArgument,
                  family + "has 1 to " + std::to_string(entry.max_rows) + " rows, not " + std::to_string(spec.rows));
  if (entry.parameter.empty() && spec.parameter != 0)
    return Status(Code::kInvalidArgument, family + "has no parameter, not " + std::to_string(spec.parameter));
  FamilySpec filled = spec;
  if (filled.parameter == 0) filled.parameter = entry.usual;
  if (!entry.parameter.empty() && filled.parameter == 0)
    return Status(Code::kInvalidArgument, family + "needs a " + std::string(entry.parameter));
  return entry.make(filled);
}

}  // namespace textkin::hash
