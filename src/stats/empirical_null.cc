#include "stats/empirical_null.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/interval/clopper_pearson.h"

namespace textkin::stats {

EmpiricalNull::EmpiricalNull(std::vector<double> similarities) : ascending_(std::move(similarities)) {
  std::ranges::sort(ascending_);
}

double EmpiricalNull::mean() const {
  return std::accumulate(ascending_.begin(), ascending_.end(), 0.0) / static_cast<double>(ascending_.size());
}

double EmpiricalNull::quantile(double share) const {
  const auto pairs = static_cast<double>(ascending_.size());
  const double rank = std::ceil(std::clamp(share, 0.0, 1.0) * pairs - 1e-9);
  return ascending_[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

std::uint64_t EmpiricalNull::at_least(double similarity) const {
  return static_cast<std::uint64_t>(ascending_.end() - std::ranges::lower_bound(ascending_, similarity));
}

double EmpiricalNull::p_value(double similarity) const {
  return static_cast<double>(at_least(similarity) + 1) / static_cast<double>(pairs() + 1);
}

Interval EmpiricalNull::share_at_least(double similarity, double confidence) const {
  return clopper_pearson(static_cast<double>(at_least(similarity)), static_cast<double>(pairs()), confidence);
}

}  // namespace textkin::stats
