#include "engine/index_ask/run_chances.h"

#include <algorithm>
#include <cmath>

namespace textkin::engine::index_ask {
namespace {

// P(X < k), X ~ Binomial(n, p), 1 <= k <= n p: terms from the largest down.
double below(std::uint64_t k, std::uint64_t n, double p) {
  const auto trials = static_cast<double>(n);
  auto successes = static_cast<double>(k - 1);
  double term = std::exp(std::lgamma(trials + 1) - std::lgamma(successes + 1) - std::lgamma(trials - successes + 1) +
                         successes * std::log(p) + (trials - successes) * std::log1p(-p));
  double sum = 0;
  for (; term > 0 && term > sum * 1e-15; --successes) {
    sum += term;
    term *= successes * (1 - p) / ((trials - successes + 1) * p);
  }
  return std::min(sum, 1.0);
}

}  // namespace

RunChances::RunChances(std::uint32_t window, double recall)
    : window_(window), chosen_(window <= 1 ? 1 : 2.0 / (window + 2)), recall_(recall) {}

std::uint64_t RunChances::least_hits(std::uint64_t shared) const {
  const double mean = chosen_ * static_cast<double>(shared);
  const double hits = 1 + std::floor(mean - std::sqrt(-2 * mean * std::log1p(-recall_)));
  return hits > 1 ? static_cast<std::uint64_t>(hits) : 1;
}

double RunChances::chance(std::uint64_t shared, std::uint64_t runs) const {
  if (shared == 0) return 0;
  if (chosen_ >= 1) return 1;
  const std::uint64_t hits = least_hits(shared);
  if (hits > 1) return 1 - below(hits, shared, chosen_);
  const auto s = static_cast<double>(shared);
  if (s > (window_ - 1) * static_cast<double>(runs - std::min(runs, shared) + 1)) return 1;
  return 1 - std::pow(1 - chosen_, s);
}

double RunChances::least_chance(std::uint64_t least, std::uint64_t runs) const {
  const double at_least = chance(least, runs);
  return least_hits(runs) > 1 ? std::min(at_least, recall_) : at_least;
}

}  // namespace textkin::engine::index_ask
