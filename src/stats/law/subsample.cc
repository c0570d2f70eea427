#include "stats/law/subsample.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "stats/law/hypergeometric.h"

namespace textkin::stats {
namespace {

constexpr std::uint64_t kLargestSet = 1u << 24;

struct Counts {
  std::uint64_t least;
  std::uint64_t most;
};

// Twelve standard deviations on both sides of the mean hold all but 1e-17 (Chernoff, with some to spare for few).
Counts where_it_lies(const ChanceOverlap& law, std::uint64_t possible) {
  const double reach = 12 * std::sqrt(law.variance()) + 40;
  const double least = std::floor(law.mean() - reach);
  const auto most = static_cast<std::uint64_t>(std::ceil(law.mean() + reach));
  return {least > 0 ? static_cast<std::uint64_t>(least) : 0, std::min(most, possible)};
}

}  // namespace

Result<IndependentSamples> IndependentSamples::of(std::uint64_t size_a, std::uint64_t size_b, std::uint64_t shared,
                                                  std::uint64_t n_a, std::uint64_t n_b) {
  const auto refuse = [](std::string message) { return Status(Code::kInvalidArgument, std::move(message)); };
  if (std::max(size_a, size_b) > kLargestSet)
    return refuse("sets of more than 2^24 members are too large for this law");
  if (shared > std::min(size_a, size_b))
    return refuse(std::to_string(shared) + " shared members are more than a set has");
  if (n_a > size_a || n_b > size_b) return refuse("a sample is larger than its set");
  IndependentSamples out(n_a, n_b);
  TEXTKIN_ASSIGN_OR_RETURN(const ChanceOverlap in_first, ChanceOverlap::of(size_a, shared, n_a));
  const Counts first = where_it_lies(in_first, std::min(shared, n_a));
  out.pmf_.assign(std::min(first.most, n_b) + 1, 0.0);
  for (std::uint64_t h = first.least; h <= first.most; ++h) {
    const double weight = std::exp(in_first.log_pmf(h));
    TEXTKIN_ASSIGN_OR_RETURN(const ChanceOverlap in_both, ChanceOverlap::of(size_b, h, n_b));
    const Counts both = where_it_lies(in_both, std::min(h, n_b));
    for (std::uint64_t x = both.least; x <= both.most; ++x) out.pmf_[x] += weight * std::exp(in_both.log_pmf(x));
  }
  return out;
}

double IndependentSamples::pmf(std::uint64_t x) const { return x < pmf_.size() ? pmf_[x] : 0.0; }

double IndependentSamples::mean() const {
  double sum = 0;
  for (std::size_t x = 0; x < pmf_.size(); ++x) sum += pmf_[x] * static_cast<double>(x);
  return sum;
}

double IndependentSamples::expected_similarity() const {
  double sum = 0;
  for (std::size_t x = 1; x < pmf_.size(); ++x)
    sum += pmf_[x] * static_cast<double>(x) / static_cast<double>(n_a_ + n_b_ - x);
  return sum;
}

double joint_sample_variance(double similarity, double union_size, double sample) {
  if (sample >= union_size || union_size <= 1) return 0;
  return similarity * (1 - similarity) / sample * (union_size - sample) / (union_size - 1);
}

}  // namespace textkin::stats
