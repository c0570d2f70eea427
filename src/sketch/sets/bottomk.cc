#include "sketch/sets/bottomk.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "base/cpu.h"
#include "hash/hash_sort.h"
#include "hash/mix.h"
#include "sketch/cells/estimate_pair.h"
#include "sketch/cells/sampling_law.h"
#include "sketch/sets/least_hashes.h"
#include "stats/interval/sampled_share.h"

namespace textkin::sketch {
namespace {

// Another stream of words than that of other sketches with the same seed, so that one can check the other.
constexpr std::uint64_t kBottomkStream = 0x626F74746F6D6B31ull;
constexpr std::string_view kVersion = "bottomk.v1";

std::uint64_t hash_at(const Cell* words, std::size_t i) { return std::uint64_t{words[2 * i + 1]} << 32 | words[2 * i]; }

void put_hash(std::uint64_t hash, Cell* words, std::size_t i) {
  words[2 * i] = static_cast<Cell>(hash);
  words[2 * i + 1] = static_cast<Cell>(hash >> 32);
}

std::size_t hashes_held(SignatureView row) {
  std::size_t held = row.size() / 2;
  while (held > 0 && hash_at(row.data(), held - 1) == kNoHash) --held;
  return held;
}

// Calls use(hash, in_a, in_b) for the hashes of both rows, ascending, each once, until it says false.
template <class Use>
void walk_union(SignatureView a, SignatureView b, Use use) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (true) {
    const std::uint64_t x = i < a.size() / 2 ? hash_at(a.data(), i) : kNoHash;
    const std::uint64_t y = j < b.size() / 2 ? hash_at(b.data(), j) : kNoHash;
    const std::uint64_t least = std::min(x, y);
    if (least == kNoHash || !use(least, x == least, y == least)) return;
    i += x == least;
    j += y == least;
  }
}

class BottomkSketcher : public Sketcher {
 public:
  BottomkSketcher(std::uint32_t cells, std::uint64_t seed)
      : spec_{std::string(kVersion), cells, seed}, mask_(hash::stream_word(hash::mix64(seed ^ kBottomkStream), 0)) {}

  const SketchSpec& spec() const override { return spec_; }
  const CollisionLaw& law() const override { return law_; }

  void sketch(const FeatureBlock& sets, SignatureBlock& out) override {
    shape_block(spec_, 2 * spec_.cells, sets, out);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const std::span<const std::uint64_t> least = least_of(sets[i]);
      Cell* words = out.cells.data() + i * out.words;
      for (std::size_t h = 0; h < least.size(); ++h) put_hash(least[h], words, h);
      std::fill(words + 2 * least.size(), words + out.words, kEmptyCell);
    }
  }

  Result<Estimate> estimate(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                            double confidence) const override {
    TEXTKIN_RETURN_IF_ERROR(same_spec(spec_, a, b));
    const std::uint32_t size_a = a.sizes[i];
    const std::uint32_t size_b = b.sizes[j];
    if (size_a == 0 || size_b == 0) return exact_estimate(0, "jaccard");
    const std::uint64_t k = spec_.cells;
    const bool whole = size_a <= k && size_b <= k;
    const UnionSample found = sample_of_union(a[i], b[j], whole ? 2 * k : k);
    const double value = static_cast<double>(found.matches) / static_cast<double>(found.sample);
    if (whole) return exact_estimate(value, "jaccard");
    const Interval interval = stats::sampled_jaccard(found.matches, found.sample, size_a, size_b, confidence);
    return Estimate{value, interval.lower, interval.upper, confidence};
  }

  bool merge(Cell* into, const Cell* other) const override {
    const std::size_t words = 2 * std::size_t{spec_.cells};
    std::vector<Cell> merged(words, kEmptyCell);
    std::size_t held = 0;
    walk_union({into, words}, {other, words}, [&](std::uint64_t hash, bool, bool) {
      put_hash(hash, merged.data(), held);
      return ++held < spec_.cells;
    });
    std::ranges::copy(merged, into);
    return true;
  }

 private:
  // The k least hashes of the set, or all, ascending, without repeats; of hashes_.
  std::span<const std::uint64_t> least_of(FeatureView set) {
    const auto all = static_cast<double>(set.size());
    const double k = spec_.cells;
    // Below this bound fall k + 6 sqrt(k) + 16 hashes of a set of different features, more or less: fewer than k by a
    // chance of 1e-9, or where features repeat; then once more without a bound.
    const double wanted = k + 6 * std::sqrt(k) + 16;
    std::uint64_t bound = kNoHash;
    if (all > 2 * wanted) bound = static_cast<std::uint64_t>(wanted / all * 0x1p64);
    if (hashes_.size() < set.size() + kLeastHashesPad) hashes_.resize(set.size() + kLeastHashesPad);
    const auto below = base::simd_enabled() ? hashes_below : hashes_below_scalar;
    while (true) {
      const std::size_t count = below(set, mask_, bound, hashes_.data());
      hash::sort_hashes(hashes_.data(), count, static_cast<unsigned>(std::countl_zero(bound)));
      const auto end = std::unique(hashes_.begin(), hashes_.begin() + static_cast<std::ptrdiff_t>(count));
      const auto found = static_cast<std::size_t>(end - hashes_.begin());
      if (found >= spec_.cells || bound == kNoHash) return {hashes_.data(), std::min<std::size_t>(found, spec_.cells)};
      bound = kNoHash;
    }
  }

  SketchSpec spec_;
  std::uint64_t mask_;
  SamplingLaw law_;
  std::vector<std::uint64_t> hashes_;  // room for those of the largest set so far
};

}  // namespace

std::unique_ptr<Sketcher> make_bottomk(std::uint32_t cells, std::uint64_t seed) {
  return std::make_unique<BottomkSketcher>(cells, seed);
}

// A step takes no branch that depends on the hashes: which side goes on is arithmetic, because nobody can guess it.
UnionSample sample_of_union(SignatureView a, SignatureView b, std::uint64_t least) {
  UnionSample out;
  const std::size_t of_a = hashes_held(a);
  const std::size_t of_b = hashes_held(b);
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < of_a && j < of_b && out.sample < least) {
    const std::uint64_t x = hash_at(a.data(), i);
    const std::uint64_t y = hash_at(b.data(), j);
    out.matches += x == y;
    i += x <= y;
    j += y <= x;
    ++out.sample;
  }
  out.sample = std::min(least, out.sample + (of_a - i) + (of_b - j));
  return out;
}

Result<Estimate> bottomk_containment(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                                     double confidence) {
  TEXTKIN_RETURN_IF_ERROR(same_spec(a.spec, a, b));
  if (a.spec.name != kVersion)
    return Status(Code::kMismatch,
                  "containment by a sample is of signatures of " + std::string(kVersion) + ", not " + a.spec.name);
  const std::uint32_t size_a = a.sizes[i];
  const std::uint32_t size_b = b.sizes[j];
  if (size_a == 0 || size_b == 0) return exact_estimate(0, "containment");
  const std::size_t k = a.spec.cells;
  // A signature that does not hold its set whole knows it below its largest hash.
  const auto known_below = [k](SignatureView row, std::uint32_t size) {
    return size <= k ? kNoHash : hash_at(row.data(), k - 1);
  };
  const std::uint64_t bound = std::min(known_below(a[i], size_a), known_below(b[j], size_b));
  std::uint64_t shared = 0;
  std::uint64_t sample = 0;
  walk_union(a[i], b[j], [&](std::uint64_t hash, bool in_a, bool in_b) {
    if (hash >= bound) return false;
    shared += in_a && in_b;
    sample += in_a;
    return true;
  });
  if (bound == kNoHash) return exact_estimate(static_cast<double>(shared) / size_a, "containment");
  const Interval interval = stats::sampled_share(shared, sample, size_a, std::min(size_a, size_b), confidence);
  const double value = sample == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(sample);
  return Estimate{value, interval.lower, interval.upper, confidence, "containment"};
}

Cardinality bottomk_cardinality(SignatureView signature) {
  const std::size_t k = signature.size() / 2;
  const std::size_t held = hashes_held(signature);
  if (held < k || k < 2) return {static_cast<double>(held), 0};
  const auto samples = static_cast<double>(k);
  const double largest = (static_cast<double>(hash_at(signature.data(), k - 1)) + 1) * 0x1p-64;
  return {(samples - 1) / largest, k > 2 ? 1 / std::sqrt(samples - 2) : HUGE_VAL};
}

}  // namespace textkin::sketch
