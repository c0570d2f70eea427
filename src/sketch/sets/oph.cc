#include "sketch/sets/oph.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "hash/mix.h"
#include "sketch/cells/estimate_pair.h"
#include "sketch/cells/sampling_law.h"

namespace textkin::sketch {
namespace {

// Another stream of words than that of other sketches with the same seed, so that one can check the other.
constexpr std::uint64_t kOphStream = 0x6F70682E76312E31ull;

// Up to here the distribution of N is summed, a throw at a time; beyond, its spread is small beside its mean.
constexpr double kFewThrows = 256;

double mean_reciprocal_of_few(std::uint32_t k, std::uint32_t throws) {
  const std::uint32_t most = std::min(k, throws);
  std::vector<double> filled(most + 1, 0.0);  // the probability that so many bins are
  filled[0] = 1;
  for (std::uint32_t i = 0; i < throws; ++i) {
    for (std::uint32_t n = most; n > 0; --n) filled[n] = (filled[n] * n + filled[n - 1] * (k - n + 1)) / k;
    filled[0] = 0;
  }
  double sum = 0;
  for (std::uint32_t n = 1; n <= most; ++n) sum += filled[n] / n;
  return sum;
}

// E(1/N), N of k bins not empty after u throws.
double mean_reciprocal(std::uint32_t cells, double u) {
  if (u <= kFewThrows) return mean_reciprocal_of_few(cells, static_cast<std::uint32_t>(std::lround(u)));
  const double k = cells;
  const double one_empty = std::exp(u * std::log1p(-1 / k));
  const double two_empty = std::exp(u * std::log1p(-2 / k));
  const double mean = k * (1 - one_empty);
  const double variance = std::max(0.0, k * (k - 1) * two_empty + k * one_empty - k * k * one_empty * one_empty);
  return (1 + variance / (mean * mean)) / mean;
}

class OphLaw : public SamplingLaw {
 public:
  double variance(double similarity, double union_size, std::uint32_t cells) const override {
    const double j = agreement(similarity);
    if (cells < 3) return SamplingLaw::variance(similarity, union_size, cells);
    if (union_size <= 1.5) return 0;
    const double rest = 1 / (union_size - 1);
    return j * (1 - j) * std::max(0.0, mean_reciprocal(cells, union_size) * (1 + rest) - rest);
  }
};

class OphSketcher : public Sketcher {
 public:
  OphSketcher(std::uint32_t cells, std::uint64_t seed)
      : spec_{"oph.v1", cells, seed}, mask_(hash::stream_word(hash::mix64(seed ^ kOphStream), 0)) {}

  const SketchSpec& spec() const override { return spec_; }
  const CollisionLaw& law() const override { return law_; }

  void sketch(const FeatureBlock& sets, SignatureBlock& out) override {
    shape_block(spec_, spec_.cells, sets, out);
    std::ranges::fill(out.cells, kEmptyCell);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      Cell* cells = out.cells.data() + i * spec_.cells;
      for (const Feature feature : sets[i]) {
        const std::uint64_t y = hash::mix64(feature ^ mask_);
        Cell& cell = cells[(y >> 32) * spec_.cells >> 32];
        cell = std::min({cell, static_cast<Cell>(y), kEmptyCell - 1});
      }
    }
  }

  Result<Estimate> estimate(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                            double confidence) const override {
    TEXTKIN_RETURN_IF_ERROR(same_spec(spec_, a, b));
    if (a.sizes[i] == 0 || b.sizes[j] == 0) return exact_estimate(0, "jaccard");
    std::uint32_t matches = 0;
    std::uint32_t filled = 0;
    for (std::uint32_t cell = 0; cell < spec_.cells; ++cell) {
      const Cell x = a[i][cell];
      const Cell y = b[j][cell];
      filled += (x & y) != kEmptyCell;
      matches += x == y && x != kEmptyCell;
    }
    const Interval interval = law_.interval(matches, filled, a.sizes[i], b.sizes[j], confidence, false);
    return Estimate{static_cast<double>(matches) / filled, interval.lower, interval.upper, confidence};
  }

  bool merge(Cell* into, const Cell* other) const override { return merge_minima(spec_.cells, into, other); }

 private:
  SketchSpec spec_;
  std::uint64_t mask_;
  OphLaw law_;
};

}  // namespace

std::unique_ptr<Sketcher> make_oph(std::uint32_t cells, std::uint64_t seed) {
  return std::make_unique<OphSketcher>(cells, seed);
}

}  // namespace textkin::sketch
