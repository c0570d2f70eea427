#include "sketch/sets/kperm.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hash/catalog.h"
#include "hash/odd_multiplier.h"
#include "sketch/cells/estimate_pair.h"
#include "stats/law/binomial_law.h"

namespace textkin::sketch {
namespace {

// Another stream of words than that of other sketches with the same seed, so that one can check the other.
constexpr std::uint64_t kKpermStream = 0x6B7065726D2E7631ull;

class KpermSketcher : public Sketcher {
 public:
  KpermSketcher(std::string name, std::unique_ptr<hash::HashFamily> family, std::uint64_t seed, bool mixes,
                std::uint64_t mask)
      : spec_{std::move(name), family->rows(), seed},
        family_(std::move(family)),
        mixes_(mixes),
        mask_(mask),
        row_(family_->padded_rows()) {}

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
      const FeatureView keys = mixes_ ? mixed(set) : set;
      family_->minima(keys.data(), keys.size(), row_.data());
      std::copy_n(row_.data(), spec_.cells, cells);
    }
  }

  Result<Estimate> estimate(const SignatureBlock& a, std::size_t i, const SignatureBlock& b, std::size_t j,
                            double confidence) const override {
    return estimate_pair(*this, a, i, b, j, confidence);
  }

  bool merge(Cell* into, const Cell* other) const override { return merge_minima(spec_.cells, into, other); }

 private:
  FeatureView mixed(FeatureView set) {
    keys_.resize(set.size());
    std::ranges::transform(set, keys_.begin(), [this](Feature feature) { return hash::mix64(feature ^ mask_); });
    return keys_;
  }

  SketchSpec spec_;
  std::unique_ptr<hash::HashFamily> family_;
  bool mixes_;
  std::uint64_t mask_;
  stats::BinomialLaw law_;
  std::vector<Cell> row_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace

std::unique_ptr<Sketcher> make_kperm(std::uint32_t cells, std::uint64_t seed) {
  auto family = std::make_unique<hash::OddMultiplierFamily>(cells, hash::mix64(seed ^ kKpermStream));
  return std::make_unique<KpermSketcher>("kperm.v1", std::move(family), seed, false, 0);
}

std::unique_ptr<Sketcher> make_kperm_over(std::string_view family, std::uint32_t cells, std::uint64_t seed) {
  const std::uint64_t stream = hash::mix64(seed ^ kKpermStream);
  const hash::FamilyEntry& entry = *hash::find_family(family).value();
  return std::make_unique<KpermSketcher>("kperm-" + std::string(entry.version),
                                         hash::make_family(family, {cells, stream, 0}).value(), seed, !entry.any_keys,
                                         hash::mix64(stream));
}

}  // namespace textkin::sketch
