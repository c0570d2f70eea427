#include "stats/interval/sampled_share.h"

#include <algorithm>
#include <cmath>

#include "stats/law/hypergeometric.h"

namespace textkin::stats {
namespace {

struct Range {
  std::uint64_t least;
  std::uint64_t most;
};

// ln P(X >= matches) where `marked` of `population` are marked and `sample` are drawn.
double log_tail(std::uint64_t matches, std::uint64_t sample, std::uint64_t population, std::uint64_t marked) {
  const Result<ChanceOverlap> law = ChanceOverlap::of(population, marked, sample);
  return law.ok() ? law->log_tail(matches) : 0;
}

// The values of a in `possible` that the observation does not refute; `population` grows or stays as a falls, so both
// tails are monotone in a. possible.least <= possible.most.
template <class Population>
Range not_refuted(std::uint64_t matches, std::uint64_t sample, Range possible, double confidence,
                  Population population) {
  const double half = (1 - std::clamp(confidence, 1e-12, 1 - 1e-12)) / 2;
  Range out = possible;
  for (std::uint64_t high = possible.most; out.least < high;) {
    const std::uint64_t a = out.least + (high - out.least) / 2;
    if (log_tail(matches, sample, population(a), a) > std::log(half)) {
      high = a;
    } else {
      out.least = a + 1;
    }
  }
  for (std::uint64_t low = out.least; low < out.most;) {
    const std::uint64_t a = out.most - (out.most - low) / 2;
    if (-std::expm1(log_tail(matches + 1, sample, population(a), a)) > half) {
      low = a;
    } else {
      out.most = a - 1;
    }
  }
  return out;
}

// The unbiased estimate may be beyond what the sizes allow.
Interval with_estimate(Interval interval, double estimate) {
  return {std::min(interval.lower, estimate), std::max(interval.upper, estimate)};
}

double ratio(std::uint64_t part, std::uint64_t whole) { return static_cast<double>(part) / static_cast<double>(whole); }

}  // namespace

Interval sampled_jaccard(std::uint64_t matches, std::uint64_t sample, std::uint64_t size_a, std::uint64_t size_b,
                         double confidence) {
  const std::uint64_t both = size_a + size_b;
  if (std::isnan(confidence)) return {0, 1};
  if (sample == 0 || matches > std::min(size_a, size_b) || sample - matches > both - 2 * matches) return {0, 1};
  // Of u - a members that are not shared the sample has `sample - matches`.
  const Range possible{matches, std::min({size_a, size_b, (both - (sample - matches)) / 2})};
  const Range a = not_refuted(matches, sample, possible, confidence, [=](std::uint64_t x) { return both - x; });
  return with_estimate({ratio(a.least, both - a.least), ratio(a.most, both - a.most)}, ratio(matches, sample));
}

Interval sampled_share(std::uint64_t matches, std::uint64_t sample, std::uint64_t population, std::uint64_t most,
                       double confidence) {
  if (std::isnan(confidence) || sample == 0 || sample > population || matches > sample || matches > most) return {0, 1};
  const Range possible{matches, std::min(most, population - (sample - matches))};
  const Range a = not_refuted(matches, sample, possible, confidence, [=](std::uint64_t) { return population; });
  return with_estimate({ratio(a.least, population), ratio(a.most, population)}, ratio(matches, sample));
}

}  // namespace textkin::stats
