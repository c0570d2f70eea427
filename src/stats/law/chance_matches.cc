#include "stats/law/chance_matches.h"

#include <algorithm>
#include <cmath>

#include "stats/law/binomial.h"
#include "stats/law/hypergeometric.h"

namespace textkin::stats {
namespace {

// Steps of a sum over X in its standard deviations: for terms as smooth as these the error is far below kLeft.
constexpr double kStep = 0.5;
constexpr double kLeft = 1e-6;  // a term that is a smaller part of the sum ends it
// X is taken for its mean where that is large, and its deviations move a tail by less than this, in ln.
constexpr double kLargeMean = 64;
constexpr double kMoves = 0.01;
// Sizes from which on E[X / (a + b - X)] is E[X] / (a + b - E[X]) but for one part in ten thousand.
constexpr std::uint64_t kLargeSizes = 1 << 14;

double as_double(std::uint64_t x) { return static_cast<double>(x); }

}  // namespace

ChanceMatches::ChanceMatches(double possible, std::uint64_t size_a, std::uint64_t size_b)
    : size_a_(size_a), size_b_(size_b) {
  const bool most = !(possible < as_double(ChanceOverlap::kLargestUniverse));
  possible_ = most ? ChanceOverlap::kLargestUniverse : static_cast<std::uint64_t>(std::max(possible, 1.0));
  possible_ = std::max({possible_, size_a, size_b});
}

double ChanceMatches::similarity_at(double shared) const {
  return shared / (as_double(size_a_) + as_double(size_b_) - shared);
}

double ChanceMatches::log_p_of_sets(std::uint64_t shared) const {
  const std::uint64_t united = size_a_ + size_b_ - shared;
  return ChanceOverlap::of(std::max(possible_, united), size_a_, size_b_)->log_tail(shared);
}

double ChanceMatches::log_p_of_sample(std::uint64_t matches, std::uint64_t sample) const {
  const Result<ChanceOverlap> overlap = ChanceOverlap::of(possible_, size_a_, size_b_);
  const double similarity =
      size_a_ + size_b_ < kLargeSizes ? overlap->expected_jaccard() : similarity_at(overlap->mean());
  return binomial_log_tail(static_cast<std::int64_t>(matches), static_cast<std::int64_t>(sample), similarity);
}

double ChanceMatches::log_p_of_cells(std::uint64_t matches, std::uint64_t cells,
                                     const std::function<double(double)>& agreement) const {
  if (matches == 0) return 0;
  const Result<ChanceOverlap> overlap = ChanceOverlap::of(possible_, size_a_, size_b_);
  const auto tail_at = [&](double shared) {
    return binomial_log_tail(static_cast<std::int64_t>(matches), static_cast<std::int64_t>(cells),
                             agreement(similarity_at(shared)));
  };
  const double mean = overlap->mean();
  const double beyond = as_double(matches) - as_double(cells) * agreement(similarity_at(mean));
  if (mean > kLargeMean && beyond * beyond < 2 * kMoves * mean) return tail_at(mean);

  const auto term = [&](std::uint64_t shared) { return overlap->log_pmf(shared) + tail_at(as_double(shared)); };
  const std::uint64_t least = size_a_ + size_b_ > possible_ ? size_a_ + size_b_ - possible_ : 0;
  const std::uint64_t most = std::min(size_a_, size_b_);
  const auto step = static_cast<std::uint64_t>(std::max(1.0, kStep * std::sqrt(overlap->variance())));
  // Terms rise to one maximum, and fall. It is near the mean but for pairs that are much more alike than chance.
  const auto rises_at = [&](std::uint64_t x) { return most - x >= step && !(term(x + step) <= term(x)); };
  std::uint64_t top = std::clamp(static_cast<std::uint64_t>(mean), least, most);
  std::uint64_t stride = step;
  for (; rises_at(top); stride *= 2) top += std::min(stride, (most - top) / step * step);
  for (; stride >= step; stride /= 2)
    while (top - least >= stride && !rises_at(top - stride)) top -= stride;
  const double highest = term(top);
  if (std::isinf(highest)) return highest;
  double sum = 1;
  const auto add = [&](std::uint64_t shared) {
    const double part = std::exp(term(shared) - highest);
    sum += part;
    return part > kLeft * sum;
  };
  for (std::uint64_t x = top; most - x >= step && add(x + step); x += step) {
  }
  for (std::uint64_t x = top; x - least >= step && add(x - step); x -= step) {
  }
  return std::min(0.0, highest + std::log(sum * as_double(step)));
}

}  // namespace textkin::stats
