#include "sketch/sets/fss.h"

#include "base/cpu.h"
#include "sketch/cells/estimate_pair.h"
#include "sketch/cells/rounds_law.h"
#include "sketch/sets/fss_rounds.h"
#include "sketch/sets/fss_scalar.h"
#include "stats/law/rounds_variance.h"

namespace textkin::sketch {
namespace {

class FssSketcher : public Sketcher {
 public:
  FssSketcher(std::uint32_t cells, std::uint64_t seed) : spec_{"fss.v1", cells, seed}, family_(cells, seed) {}

  const SketchSpec& spec() const override { return spec_; }
  const CollisionLaw& law() const override { return law_; }

  void sketch(const FeatureBlock& sets, SignatureBlock& out) override {
    shape_block(spec_, spec_.cells, sets, out);
    if (base::simd_enabled()) {
      fss_block(family_, sets, *scratch_, out.cells.data());
      return;
    }
    for (std::size_t i = 0; i < sets.size(); ++i) fss_scalar(family_, sets[i], out.cells.data() + i * spec_.cells);
  }

  Result<Estimate> estimate(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                            double confidence) const override {
    return estimate_pair(*this, a, i, b, j, confidence);
  }

  bool merge(Cell* into, const Cell* other) const override { return merge_minima(spec_.cells, into, other); }

 private:
  SketchSpec spec_;
  FssFamily family_;
  RoundsLaw law_{stats::rounds_alpha};
  std::unique_ptr<FssScratch> scratch_ = std::make_unique<FssScratch>();
};

}  // namespace

std::unique_ptr<Sketcher> make_fss(std::uint32_t cells, std::uint64_t seed) {
  return std::make_unique<FssSketcher>(cells, seed);
}

}  // namespace textkin::sketch
