#include "sketch/sets/superminhash.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "hash/mix.h"
#include "sketch/cells/estimate_pair.h"
#include "sketch/cells/rounds_law.h"
#include "stats/law/superminhash_variance.h"

namespace textkin::sketch {
namespace {

// Another stream of words than that of other sketches with the same seed, so that one can check the other.
constexpr std::uint64_t kSuperStream = 0x73757065726D696Eull;
constexpr Cell kLaterStep = 0x80000000u;

Cell cell_of(std::uint32_t step, std::uint32_t fraction) {
  const Cell cell = step == 0 ? fraction >> 1 : kLaterStep | step << 22 | fraction >> 10;
  return std::min(cell, kEmptyCell - 1);
}

class SuperminhashSketcher : public Sketcher {
 public:
  SuperminhashSketcher(std::uint32_t cells, std::uint64_t seed)
      : spec_{"superminhash.v1", cells, seed},
        mask_(hash::stream_word(hash::mix64(seed ^ kSuperStream), 0)),
        places_(cells),
        at_step_(cells) {
    std::iota(places_.begin(), places_.end(), 0u);
  }

  const SketchSpec& spec() const override { return spec_; }
  const CollisionLaw& law() const override { return law_; }

  void sketch(const FeatureBlock& sets, SignatureBlock& out) override {
    shape_block(spec_, spec_.cells, sets, out);
    std::ranges::fill(out.cells, kEmptyCell);
    for (std::size_t i = 0; i < sets.size(); ++i) visit_all(sets[i], out.cells.data() + i * spec_.cells);
  }

  Result<Estimate> estimate(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                            double confidence) const override {
    return estimate_pair(*this, a, i, b, j, confidence);
  }

  bool merge(Cell* into, const Cell* other) const override { return merge_minima(spec_.cells, into, other); }

 private:
  // The step of a cell's visit; an empty cell counts as one of the last step.
  std::uint32_t step_of(Cell cell) const {
    if (cell == kEmptyCell) return spec_.cells - 1;
    return cell & kLaterStep ? cell >> 22 & 511u : 0;
  }

  void visit_all(FeatureView set, Cell* cells) {
    const std::uint32_t k = spec_.cells;
    std::ranges::fill(at_step_, 0u);
    at_step_[k - 1] = k;
    std::uint32_t last = k - 1;  // no cell's visit is of a later step
    for (const Feature feature : set) {
      const std::uint64_t member = hash::mix64(feature ^ mask_);
      std::uint32_t step = 0;
      swapped_.clear();
      for (; step <= last; ++step) {
        const std::uint64_t word = hash::stream_word(member, step);
        const auto other = step + static_cast<std::uint32_t>((word & 0xFFFFFFFFu) * (k - step) >> 32);
        std::swap(places_[step], places_[other]);
        swapped_.push_back(other);
        Cell& cell = cells[places_[step]];
        const Cell value = cell_of(step, static_cast<std::uint32_t>(word >> 32));
        if (value >= cell) continue;
        --at_step_[step_of(cell)];
        ++at_step_[step];
        cell = value;
        while (at_step_[last] == 0) --last;
      }
      // Back to 0 .. k - 1 for the next member.
      while (step-- > 0) std::swap(places_[step], places_[swapped_[step]]);
    }
  }

  SketchSpec spec_;
  std::uint64_t mask_;
  RoundsLaw law_{stats::superminhash_alpha};
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> swapped_;
  std::vector<std::uint32_t> at_step_;  // cells by the step of their visit
};

}  // namespace

std::unique_ptr<Sketcher> make_superminhash(std::uint32_t cells, std::uint64_t seed) {
  return std::make_unique<SuperminhashSketcher>(cells, seed);
}

}  // namespace textkin::sketch
