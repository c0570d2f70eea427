#include "sketch/weighted/rejection.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <utility>

#include "hash/mix.h"
#include "sketch/cells/estimate_pair.h"
#include "sketch/weighted/natural_log.h"
#include "sketch/weighted/weighted_set.h"
#include "stats/law/binomial_law.h"

namespace textkin::sketch {
namespace {

constexpr std::uint64_t kRejectionStream = 0x72656A2E76310000ull;
constexpr std::uint32_t kMaxCells = 4096;

std::string name_of(const Caps& caps) {
  std::uint64_t sum = kRejectionStream;
  for (std::size_t i = 0; i < caps.features.size(); ++i)
    sum = hash::mix64(hash::mix64(sum ^ caps.features[i]) ^ std::bit_cast<std::uint64_t>(caps.caps[i]));
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(sum));
  return "rejection.v1/" + std::string(digits);
}

class RejectionSketcher : public Sketcher {
 public:
  RejectionSketcher(Caps caps, std::uint32_t cells, std::uint64_t seed)
      : caps_(std::move(caps)), spec_{name_of(caps_), cells, seed}, weights_(caps_.caps.size()) {
    double sum = 0;
    for (const double cap : caps_.caps) ends_.push_back(sum += cap);
    for (std::uint32_t row = 0; row < cells; ++row)
      rows_.push_back(hash::stream_word(hash::mix64(seed ^ kRejectionStream), row));
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
    std::ranges::fill(weights_, 0.0);
    for (std::size_t i = 0; i < set.size(); ++i) {
      const auto found = std::ranges::lower_bound(caps_.features, set.features[i]);
      if (found == caps_.features.end() || *found != set.features[i]) continue;
      weights_[static_cast<std::size_t>(found - caps_.features.begin())] = set.weights[i];
    }
    for (std::uint32_t row = 0; row < spec_.cells; ++row) cells[row] = first_green(rows_[row]);
  }

  Cell first_green(std::uint64_t row) const {
    for (Cell draw = 0; draw < kMostDraws; ++draw) {
      const double point = uniform_of(hash::stream_word(row, draw)) * ends_.back();
      const auto at = static_cast<std::size_t>(std::ranges::upper_bound(ends_, point) - ends_.begin());
      if (at < ends_.size() && point - (ends_[at] - caps_.caps[at]) < weights_[at]) return draw;
    }
    return kMostDraws;
  }

  Caps caps_;
  SketchSpec spec_;
  std::vector<double> ends_;  // of each feature's part of the line
  std::vector<std::uint64_t> rows_;
  stats::BinomialLaw law_;
  std::vector<double> weights_;  // of the set at hand, as the caps lie
  WeightedSet set_;
};

double weight_at(std::span<const double> weights, std::size_t i) { return weights.empty() ? 1.0 : weights[i]; }

}  // namespace

Caps caps_of(const FeatureBlock& sets) {
  std::map<Feature, double> most;
  for (std::size_t i = 0; i < sets.size(); ++i)
    for (std::size_t j = 0; j < sets[i].size(); ++j) {
      double& cap = most[sets[i][j]];
      cap = std::max(cap, weight_at(sets.weights_of(i), j));
    }
  Caps caps;
  for (const auto& [feature, cap] : most) {
    caps.features.push_back(feature);
    caps.caps.push_back(cap);
  }
  return caps;
}

Status admits(const Caps& caps, const FeatureBlock& sets) {
  for (std::size_t i = 0; i < sets.size(); ++i)
    for (std::size_t j = 0; j < sets[i].size(); ++j) {
      const auto found = std::ranges::lower_bound(caps.features, sets[i][j]);
      const bool known = found != caps.features.end() && *found == sets[i][j];
      if (known &&
          weight_at(sets.weights_of(i), j) <= caps.caps[static_cast<std::size_t>(found - caps.features.begin())])
        continue;
      return Status(Code::kInvalidArgument,
                    "set " + std::to_string(i) +
                        (known ? " has a weight above its cap" : " has a feature without a cap") +
                        "; take caps of data that holds it (caps_of)");
    }
  return {};
}

Result<std::unique_ptr<Sketcher>> make_rejection(Caps caps, std::uint32_t cells, std::uint64_t seed) {
  const auto refuse = [](std::string what) { return Status(Code::kInvalidArgument, "rejection: " + std::move(what)); };
  if (cells == 0 || cells > kMaxCells) return refuse("1 to 4096 hashes, not " + std::to_string(cells));
  if (caps.features.empty() || caps.features.size() != caps.caps.size()) return refuse("one cap a feature is needed");
  if (std::ranges::adjacent_find(caps.features, std::greater_equal<>()) != caps.features.end())
    return refuse("the features of the caps must ascend");
  for (const double cap : caps.caps)
    if (!(cap > 0) || !std::isfinite(cap)) return refuse("a cap must be above 0 and finite");
  return std::unique_ptr<Sketcher>(std::make_unique<RejectionSketcher>(std::move(caps), cells, seed));
}

}  // namespace textkin::sketch
