#include "sketch/kperm.h"

#include <algorithm>
#include <vector>

#include "hash/odd_multiplier.h"
#include "sketch/estimate_pair.h"
#include "stats/law/binomial_law.h"

namespace textkin::sketch {
namespace {

// Another stream of words than that of other sketches with the same seed, so that one can check the other.
constexpr std::uint64_t kStream = 0x6B7065726D2E7631ull;

class KpermSketcher : public Sketcher {
 public:
  KpermSketcher(std::uint32_t cells, std::uint64_t seed)
      : spec_{"kperm.v1", cells, seed}, family_(cells, hash::mix64(seed ^ kStream)), row_(family_.padded_rows()) {}

  const SketchSpec& spec() const override { return spec_; }
  const CollisionLaw& law() const override { return law_; }

  void sketch(const FeatureBlock& sets, SignatureBlock& out) override {
    shape_block(spec_, spec_.cells, sets, out);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      Cell* cells = out.cells.data() + i * spec_.cells;
      const FeatureView set = sets[i];
      if (set.empty()) {
        std::fill_n(cells, spec_.cells, kEmptyCell);
        continue;
      }
      family_.minima(set.data(), set.size(), row_.data());
      std::copy_n(row_.data(), spec_.cells, cells);
    }
  }

  Result<Estimate> estimate(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                            double confidence) const override {
    return estimate_pair(*this, a, i, b, j, confidence);
  }

  bool merge(Cell* into, const Cell* other) const override { return merge_minima(spec_.cells, into, other); }

 private:
  SketchSpec spec_;
  hash::OddMultiplierFamily family_;
  stats::BinomialLaw law_;
  std::vector<Cell> row_;
};

}  // namespace

std::unique_ptr<Sketcher> make_kperm(std::uint32_t cells, std::uint64_t seed) {
  return std::make_unique<KpermSketcher>(cells, seed);
}

}  // namespace textkin::sketch
