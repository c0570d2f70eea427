#include "stats/law/linear_minwise.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace textkin::stats {
namespace {

// A key, and which of two sets have it: bits 1 and 2.
struct Owned {
  std::uint64_t key;
  unsigned owners;
};

Status check(std::span<const std::uint64_t> set, std::uint64_t modulus) {
  if (set.empty()) return Status(Code::kInvalidArgument, "an empty set has no least value; give it keys");
  const std::uint64_t most = *std::ranges::max_element(set);
  if (most < modulus) return Status();
  return Status(Code::kInvalidArgument, "key " + std::to_string(most) + " is not below the modulus " +
                                            std::to_string(modulus) + "; keys are 0 to " + std::to_string(modulus - 1));
}

// The sum of the gaps in front of the points that both sets have.
std::uint64_t shared_gaps(std::vector<Owned>& points, std::uint64_t modulus) {
  std::ranges::sort(points, {}, &Owned::key);
  std::uint64_t before = points.back().key;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < points.size();) {
    const std::uint64_t point = points[i].key;
    unsigned owners = 0;
    for (; i < points.size() && points[i].key == point; ++i) owners |= points[i].owners;
    // Around the circle; the only point has all of it in front of it.
    const std::uint64_t gap = point > before ? point - before : point + modulus - before;
    if (owners == 3) sum += gap;
    before = point;
  }
  return sum;
}

}  // namespace

Result<LinearMinwise> LinearMinwise::of(std::uint64_t modulus, Multipliers multipliers) {
  if (modulus >= 2 && modulus <= kMostModulus) return LinearMinwise(modulus, multipliers);
  return Status(Code::kInvalidArgument, "the law of the linear family is counted for a modulus of 2 to " +
                                            std::to_string(kMostModulus) + ", not " + std::to_string(modulus));
}

bool LinearMinwise::has(std::uint64_t multiplier) const {
  return multipliers_ == Multipliers::kNonZero || std::gcd(multiplier, modulus_) == 1;
}

Result<Fraction> LinearMinwise::collision(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) const {
  TEXTKIN_RETURN_IF_ERROR(check(a, modulus_));
  TEXTKIN_RETURN_IF_ERROR(check(b, modulus_));
  std::vector<Owned> keys;
  for (const std::uint64_t key : a) keys.push_back({key, 1});
  for (const std::uint64_t key : b) keys.push_back({key, 2});
  std::vector<Owned> points(keys.size());
  std::uint64_t gaps = 0;
  std::uint64_t multipliers = 0;
  for (std::uint64_t factor = 1; factor < modulus_; ++factor) {
    if (!has(factor)) continue;
    ++multipliers;
    std::ranges::transform(keys, points.begin(),
                           [&](const Owned& owned) { return Owned{owned.key * factor % modulus_, owned.owners}; });
    gaps += shared_gaps(points, modulus_);
  }
  return Fraction::of(gaps, multipliers * modulus_);
}

Result<Fraction> LinearMinwise::least(std::span<const std::uint64_t> set, std::uint64_t x) const {
  if (std::ranges::find(set, x) == set.end())
    return Status(Code::kInvalidArgument, "key " + std::to_string(x) + " is not in the set; give one that is");
  // x is the least of the set if and only if {x} and the set have the same minimum.
  return collision(set, std::span(&x, 1));
}

}  // namespace textkin::stats
