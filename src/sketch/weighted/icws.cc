#include "sketch/weighted/icws.h"

#include <algorithm>
#include <array>
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

constexpr std::uint64_t kIcwsStream = 0x696377732E763100ull;

// Gamma(2, 1): the sum of two exponentials.
double gamma_of(std::uint64_t word) {
  return -natural_log(uniform_of_half(static_cast<std::uint32_t>(word >> 32)) *
                      uniform_of_half(static_cast<std::uint32_t>(word)));
}

Cell cell_of(double log_rank) {
  const double scaled = (log_rank + 128) * 0x1p24;
  return static_cast<Cell>(std::clamp(scaled, 0.0, static_cast<double>(kEmptyCell - 1)));
}

class IcwsSketcher : public Sketcher {
 public:
  IcwsSketcher(std::uint32_t cells, std::uint64_t seed) : spec_{"icws.v1", cells, seed}, masks_(cells) {
    const std::uint64_t stream = hash::mix64(seed ^ kIcwsStream);
    std::uint64_t next = 0;
    for (auto& row : masks_)
      for (std::uint64_t& mask : row) mask = hash::stream_word(stream, next++);
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
    logs_.resize(set.size());
    std::ranges::transform(set.weights, logs_.begin(), natural_log);
    for (std::uint32_t row = 0; row < spec_.cells; ++row) {
      const auto& [mask_r, mask_c, mask_b] = masks_[row];
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < set.size(); ++i) {
        const Feature feature = set.features[i];
        const double r = gamma_of(hash::mix64(feature ^ mask_r));
        const double c = gamma_of(hash::mix64(feature ^ mask_c));
        const double b = uniform_of(hash::mix64(feature ^ mask_b));
        const double log_y = r * (std::floor(logs_[i] / r + b) - b);
        least = std::min(least, natural_log(c) - log_y - r);
      }
      cells[row] = cell_of(least);
    }
  }

  SketchSpec spec_;
  std::vector<std::array<std::uint64_t, 3>> masks_;
  stats::BinomialLaw law_;
  WeightedSet set_;
  std::vector<double> logs_;
};

}  // namespace

std::unique_ptr<Sketcher> make_icws(std::uint32_t cells, std::uint64_t seed) {
  return std::make_unique<IcwsSketcher>(cells, seed);
}

}  // namespace textkin::sketch
