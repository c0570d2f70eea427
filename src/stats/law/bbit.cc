#include "stats/law/bbit.h"

#include <algorithm>
#include <cmath>

#include "stats/interval/clopper_pearson.h"

namespace textkin::stats {
namespace {

double by_chance(std::uint32_t bits) { return std::ldexp(1.0, -static_cast<int>(bits)); }

// A_j; its limit at r = 0 is 2^-b.
double constant(std::uint32_t bits, double r) {
  if (r <= 0) return by_chance(bits);
  if (r >= 1) return 0;
  const double values = std::ldexp(1.0, static_cast<int>(bits));
  return r * std::exp((values - 1) * std::log1p(-r)) / -std::expm1(values * std::log1p(-r));
}

}  // namespace

BbitLaw::BbitLaw(std::uint32_t bits) : c1_(by_chance(bits)), c2_(c1_) {}

BbitLaw::BbitLaw(std::uint32_t bits, double r1, double r2) : BbitLaw(bits) {
  if (!(r1 + r2 > 0)) return;
  const double a1 = constant(bits, r1);
  const double a2 = constant(bits, r2);
  c1_ = (a1 * r2 + a2 * r1) / (r1 + r2);
  c2_ = (a1 * r1 + a2 * r2) / (r1 + r2);
}

double BbitLaw::variance(double similarity, std::uint32_t cells) const {
  const double p = agreement(similarity);
  return p * (1 - p) / (cells * (1 - c2_) * (1 - c2_));
}

Interval BbitLaw::interval(std::uint32_t matches, std::uint32_t cells, double confidence) const {
  const Interval agreeing = clopper_pearson(matches, cells, confidence);
  return {std::clamp(estimate(agreeing.lower), 0.0, 1.0), std::clamp(estimate(agreeing.upper), 0.0, 1.0)};
}

double bbit_cells_factor(std::uint32_t bits, double similarity) {
  return (similarity + 1 / (std::ldexp(1.0, static_cast<int>(bits)) - 1)) / similarity;
}

double bbit_storage_factor(std::uint32_t bits, double similarity, std::uint32_t full_bits) {
  return full_bits / (bits * bbit_cells_factor(bits, similarity));
}

}  // namespace textkin::stats
