#include "sketch/weighted/probminhash.h"

#include <algorithm>
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

constexpr std::uint64_t kProbStream = 0x70726F622E763100ull;
constexpr double kNever = std::numeric_limits<double>::infinity();

class ProbMinHashSketcher : public Sketcher {
 public:
  ProbMinHashSketcher(std::uint32_t cells, std::uint64_t seed)
      : spec_{"probminhash.v1", cells, seed}, mask_(hash::mix64(seed ^ kProbStream)), times_(cells) {}

  const SketchSpec& spec() const override { return spec_; }
  const CollisionLaw& law() const override { return law_; }

  void sketch(const FeatureBlock& sets, SignatureBlock& out) override {
    sketch_weighted(spec_, sets, set_, out, [this](const WeightedSet& set, Cell* cells) { sketch_set(set, cells); });
  }

  Result<Estimate> estimate(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                            double confidence) const override {
    Result<Estimate> estimated = estimate_pair(*this, a, i, b, j, confidence);
    if (estimated.ok()) estimated->measure = "probability jaccard";
    return estimated;
  }

  bool merge(Cell*, const Cell*) const override { return false; }

 private:
  void sketch_set(const WeightedSet& set, Cell* cells) {
    std::ranges::fill(times_, kNever);
    const double k = spec_.cells;
    for (double limit = k * (std::log(k) + 2.5) / set.total;; limit *= 2) {
      for (std::size_t i = 0; i < set.size(); ++i) draw(set.features[i], set.weights[i], limit, cells);
      if (std::ranges::find(times_, kNever) == times_.end()) return;
    }
  }

  void draw(Feature feature, double weight, double limit, Cell* cells) {
    const std::uint64_t stream = hash::mix64(feature ^ mask_);
    const Cell name = std::min(static_cast<Cell>(stream >> 16), kEmptyCell - 1);
    const double reached = limit * weight * (1 + 0x1p-40);  // no rounding may leave out what is below the limit
    double sum = 0;
    for (std::uint64_t next = 0;; ++next) {
      const std::uint64_t word = hash::stream_word(stream, next);
      const double uniform = uniform_of_half(static_cast<std::uint32_t>(word >> 32));
      // -ln U >= 1 - U: most features of a large set have no point, and need no logarithm to say so.
      if (sum + (1 - uniform) > reached) return;
      sum -= natural_log(uniform);
      const double time = sum / weight;
      if (time >= limit) return;
      const std::size_t cell = (word & 0xFFFFFFFFu) * spec_.cells >> 32;
      if (time > times_[cell] || (time == times_[cell] && name >= cells[cell])) continue;
      times_[cell] = time;
      cells[cell] = name;
    }
  }

  SketchSpec spec_;
  std::uint64_t mask_;
  stats::BinomialLaw law_;
  std::vector<double> times_;
  WeightedSet set_;
};

}  // namespace

std::unique_ptr<Sketcher> make_probminhash(std::uint32_t cells, std::uint64_t seed) {
  return std::make_unique<ProbMinHashSketcher>(cells, seed);
}

}  // namespace textkin::sketch
