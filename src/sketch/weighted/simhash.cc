#include "sketch/weighted/simhash.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "hash/mix.h"
#include "sketch/cells/estimate_pair.h"
#include "sketch/weighted/bit_sums.h"
#include "stats/law/angle_law.h"

namespace textkin::sketch {
namespace {

constexpr std::uint64_t kSimhashStream = 0x73696D686173682Eull;

// Hashes at hand at a time: they stay in the first-level cache.
constexpr std::size_t kChunk = 1020;

constexpr int kWeightBits = 30;

std::uint64_t mask_of(std::uint64_t seed, std::uint32_t word) {
  return hash::stream_word(hash::mix64(seed ^ kSimhashStream), word);
}

class SimHashSketcher : public Sketcher {
 public:
  SimHashSketcher(std::uint32_t bits, std::uint64_t seed) : spec_{"simhash.v1", bits, seed} {
    for (std::uint32_t word = 0; word < bits / 64; ++word) masks_.push_back(mask_of(seed, word));
  }

  const SketchSpec& spec() const override { return spec_; }
  const CollisionLaw& law() const override { return law_; }

  void sketch(const FeatureBlock& sets, SignatureBlock& out) override {
    shape_block(spec_, spec_.cells / 32, sets, out);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      Cell* cells = out.cells.data() + i * out.words;
      const FeatureView set = sets[i];
      if (set.empty()) {
        std::fill_n(cells, out.words, kEmptyCell);
        continue;
      }
      const bool weighted = !sets.weights_of(i).empty();
      if (weighted) to_whole_numbers(sets.weights_of(i));
      for (const std::uint64_t mask : masks_) {
        const std::uint64_t bits = fingerprint(set, weighted, mask);
        *cells++ = static_cast<Cell>(bits);
        *cells++ = static_cast<Cell>(bits >> 32);
      }
    }
  }

  Result<Estimate> estimate(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                            double confidence) const override {
    TEXTKIN_RETURN_IF_ERROR(same_spec(spec_, a, b));
    if (a.sizes[i] == 0 || b.sizes[j] == 0) return exact_estimate(0, "cosine");
    std::uint32_t distance = 0;
    for (std::size_t word = 0; word < a.words; ++word)
      distance += static_cast<std::uint32_t>(std::popcount(a[i][word] ^ b[j][word]));
    const Interval interval =
        law_.interval(spec_.cells - distance, spec_.cells, a.sizes[i], b.sizes[j], confidence, false);
    return Estimate{
        stats::cosine_of_distance(distance, spec_.cells), interval.lower, interval.upper, confidence, "cosine", false};
  }

  bool merge(Cell* /*into*/, const Cell* /*other*/) const override { return false; }

 private:
  // Rounded once, by a power of two: no result depends on how a compiler orders additions.
  void to_whole_numbers(std::span<const double> weights) {
    const double greatest = *std::ranges::max_element(weights);
    weights_.resize(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) weights_[i] = simhash_weight(weights[i], greatest);
  }

  std::uint64_t fingerprint(FeatureView set, bool weighted, std::uint64_t mask) {
    BitSums sums;
    for (std::size_t done = 0; done < set.size(); done += kChunk) {
      const std::size_t now = std::min(kChunk, set.size() - done);
      mix_all(set.data() + done, now, mask, hashes_);
      if (weighted) {
        sums.add(hashes_, weights_.data() + done, now);
      } else {
        sums.add(hashes_, now);
      }
    }
    const BitSums::Signs signs = sums.signs();
    if (signs.ties == 0) return signs.ones;
    return signs.ones | (signs.ties & hash::mix64(least_of(set.data(), set.size()) ^ mask));
  }

  SketchSpec spec_;
  std::vector<std::uint64_t> masks_;
  stats::AngleLaw law_;
  std::vector<std::uint64_t> weights_;  // of the set at hand
  std::uint64_t hashes_[kChunk];
};

}  // namespace

std::uint64_t simhash_word(Feature feature, std::uint64_t seed, std::uint32_t word) {
  return hash::mix64(feature ^ mask_of(seed, word));
}

std::uint64_t simhash_weight(double weight, double greatest) {
  return static_cast<std::uint64_t>(std::llrint(std::ldexp(weight, kWeightBits - std::ilogb(greatest))));
}

std::unique_ptr<Sketcher> make_simhash(std::uint32_t bits, std::uint64_t seed) {
  return std::make_unique<SimHashSketcher>(bits, seed);
}

}  // namespace textkin::sketch
