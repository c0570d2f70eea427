#include "sketch/weighted/dartminhash.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "hash/mix.h"
#include "sketch/cells/estimate_pair.h"
#include "sketch/weighted/natural_log.h"
#include "sketch/weighted/weighted_set.h"
#include "stats/law/binomial_law.h"

namespace textkin::sketch {
namespace {

constexpr std::uint64_t kDartStream = 0x646172742E763100ull;
constexpr int kBottom = -30;  // log2 of kLeastWeight: the height of strip 0
constexpr int kStrips = 61;   // strip s > 0 is the octave from 2^(kBottom + s - 1)
static_assert(kLeastWeight == 0x1p-30 && kLargestWeight == 0x1p30);
constexpr double kNoRank = std::numeric_limits<double>::infinity();

constexpr int octave_of(std::size_t strip) { return strip == 0 ? kBottom : kBottom + static_cast<int>(strip) - 1; }

// Ranks are multiplied by k here, so they span 2^-82 (a gap of 2^-52 in the highest octave) to 2^47.
Cell rank_cell(double rank) {
  constexpr std::int64_t kLeastExponent = 1023 - 128;
  const auto bits = std::bit_cast<std::int64_t>(rank) >> 28;
  const std::int64_t least = kLeastExponent << 24;
  return static_cast<Cell>(std::clamp<std::int64_t>(bits - least, 0, kEmptyCell - 1));
}

class DartMinHashSketcher : public Sketcher {
 public:
  DartMinHashSketcher(std::uint32_t cells, std::uint64_t seed)
      : spec_{"dartminhash.v1", cells, seed}, mask_(hash::mix64(seed ^ kDartStream)), ranks_(cells) {
    for (std::size_t strip = 0; strip < kStrips; ++strip) inverse_height_[strip] = std::ldexp(1.0, -octave_of(strip));
  }

  const SketchSpec& spec() const override { return spec_; }
  const CollisionLaw& law() const override { return law_; }

  void sketch(const FeatureBlock& sets, SignatureBlock& out) override {
    sketch_weighted(spec_, sets, set_, out, [this](const WeightedSet& set, Cell* cells) { sketch_set(set, cells); });
  }

  Result<Estimate> estimate(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                            double confidence) const override {
    Result<Estimate> estimated = estimate_pair(*this, a, i, b, j, confidence);
    if (estimated.ok()) estimated->measure = "weighted jaccard";
    return estimated;
  }

  bool merge(Cell* into, const Cell* other) const override { return merge_minima(spec_.cells, into, other); }

 private:
  void sketch_set(const WeightedSet& set, Cell* cells) {
    std::ranges::fill(ranks_, kNoRank);
    const double k = spec_.cells;
    for (double limit = k * (std::log(k) + 2.5) / set.total;; limit *= 2) {
      set_limit(limit);
      for (std::size_t i = 0; i < set.size(); ++i) throw_darts(set.features[i], set.weights[i]);
      if (std::ranges::find(ranks_, kNoRank) == ranks_.end()) break;
    }
    std::ranges::transform(ranks_, cells, rank_cell);
  }

  // The first gap of a strip is beyond the limit where 1 - U is, since -ln U >= 1 - U: the words below nothing_[strip].
  // One part in 2^40 is left to the logarithm, so that roundings here do not matter.
  void set_limit(double limit) {
    limit_ = limit;
    for (std::size_t strip = 0; strip < kStrips; ++strip) {
      const double reached = std::min(1.0, limit / inverse_height_[strip] + 0x1p-40);
      nothing_[strip] = static_cast<std::uint64_t>((1 - reached) * 0x1p63) << 1;
    }
  }

  void throw_darts(Feature feature, double weight) {
    const std::uint64_t stream = hash::mix64(feature ^ mask_);
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(weight);
    const int octave = static_cast<int>(bits >> 52) - 1023;
    // What the weight covers of its own octave.
    const double within = std::bit_cast<double>((bits & ((1ull << 52) - 1)) | 1023ull << 52) - 1;
    const auto whole = static_cast<std::size_t>(octave - kBottom) + 1;
    for (std::size_t strip = 0; strip < whole; ++strip) {
      if (hash::stream_word(stream, std::uint64_t{strip} << 32) >= nothing_[strip]) throw_strip(stream, strip, 1);
    }
    if (within > 0 && hash::stream_word(stream, std::uint64_t{whole} << 32) >= nothing_[whole])
      throw_strip(stream, whole, within);
  }

  void throw_strip(std::uint64_t stream, std::size_t strip, double covered) {
    std::uint64_t next = std::uint64_t{strip} << 32;
    const double scale = inverse_height_[strip];
    double rank = 0;
    while (true) {
      rank += -natural_log(uniform_of(hash::stream_word(stream, next++))) * scale;
      if (rank >= limit_) return;
      const std::uint64_t place = hash::stream_word(stream, next++);
      if (static_cast<double>(place >> 32) * 0x1p-32 >= covered) continue;
      double& least = ranks_[(place & 0xFFFFFFFFu) * spec_.cells >> 32];
      least = std::min(least, rank);
    }
  }

  SketchSpec spec_;
  std::uint64_t mask_;
  stats::BinomialLaw law_;
  std::array<double, kStrips> inverse_height_;
  std::array<std::uint64_t, kStrips> nothing_;
  double limit_ = 0;
  std::vector<double> ranks_;
  WeightedSet set_;
};

}  // namespace

std::unique_ptr<Sketcher> make_dartminhash(std::uint32_t cells, std::uint64_t seed) {
  return std::make_unique<DartMinHashSketcher>(cells, seed);
}

}  // namespace textkin::sketch
