#include "stats/ru/ru_law.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "stats/ru/ru_circle.h"

namespace textkin::stats {
namespace {

constexpr double kMostClasses = 1 << 28;
constexpr double kNegligibleTerm = 1e-18;
double log_choose(double n, double k) {
  if (k < 0 || k > n) return -HUGE_VAL;
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

// Q_g: classes of g rows, in order; the first that A hits is the first that B hits. By inclusion and exclusion on the
// rows that avoid the first j - 1 classes, and class j: nothing of either before, something of each in it.
double first_class_shared(double n, double g, double size_a, double size_b, double shared) {
  const double u = size_a + size_b - shared;
  const double all = log_choose(n, u);
  const auto avoiding = [&](double own, double left,
                            double after) {  // `own` rows avoid class j too, the others may hit
    return std::exp(log_choose(after, own) + log_choose(left - own, u - own) - all - log_choose(u, own));
  };
  double sum = 0;
  for (double left = n; left >= u && left > 0; left -= g) {
    const double after = left - g;
    const double before = std::exp(log_choose(left, u) - all);
    sum +=
        before - avoiding(size_a, left, after) - avoiding(size_b, left, after) + std::exp(log_choose(after, u) - all);
    if (before < kNegligibleTerm) break;
  }
  return sum;
}

}  // namespace

std::uint64_t totient(std::uint32_t n) {
  std::uint64_t phi = n;
  for (std::uint32_t p = 2; std::uint64_t{p} * p <= n; ++p) {
    if (n % p != 0) continue;
    phi -= phi / p;
    while (n % p == 0) n /= p;
  }
  return n > 1 ? phi - phi / n : phi;
}

Result<RuMatch> ru_match(std::uint32_t n, std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  TEXTKIN_ASSIGN_OR_RETURN(RuCircle circle, RuCircle::of(n, a, b));
  TEXTKIN_RETURN_IF_ERROR(circle.check_cost(n));
  std::map<std::uint32_t, RuClass> classes;
  RuMatch match;
  for (std::uint32_t x = 1; x <= n && x != 0; ++x) {
    RuClass& own = classes[std::gcd(x, n)];
    own.gcd = std::gcd(x, n);
    ++own.multipliers;
    circle.gaps(x, [&](const RuGap& gap) {
      if (gap.next == RuCircle::kInBoth) own.matching += gap.length;
    });
  }
  match.trials = std::uint64_t{n} * n;
  for (const auto& [gcd, own] : classes) {
    match.matching += own.matching;
    match.classes.push_back(own);
  }
  return match;
}

Result<double> ru_mean_match(std::uint32_t n, std::uint32_t size_a, std::uint32_t size_b, std::uint32_t shared) {
  std::map<std::uint32_t, double> gcds;
  for (std::uint32_t d = 1; std::uint64_t{d} * d <= n; ++d)
    if (n % d == 0)
      for (const std::uint32_t gcd : {d, n / d}) gcds[gcd] = static_cast<double>(totient(n / gcd)) / n;
  return ru_mean_match(n, size_a, size_b, shared, gcds);
}

Result<double> ru_mean_match(std::uint32_t n, std::uint32_t size_a, std::uint32_t size_b, std::uint32_t shared,
                             const std::map<std::uint32_t, double>& gcds) {
  if (shared > std::min(size_a, size_b) || std::uint64_t{size_a} + size_b - shared > n)
    return Status(Code::kInvalidArgument, "sets of " + std::to_string(size_a) + " and " + std::to_string(size_b) +
                                              " rows that share " + std::to_string(shared) + " do not fit in " +
                                              std::to_string(n) + " rows");
  if (size_a == 0 || size_b == 0) return 0.0;
  // Classes before the union's first row, until it is all but sure to have come.
  const double u = static_cast<double>(size_a) + size_b - shared;
  const double share = std::min(1.0, -std::log(kNegligibleTerm) / u);
  double classes = 0;
  double sum = 0;
  for (const auto& [gcd, probability] : gcds) {
    if (gcd > 1) classes += share * n / gcd;
    if (classes > kMostClasses)
      return Status(Code::kExhausted, "the mean over all orders of " + std::to_string(n) +
                                          " rows would take minutes for sets so small; take a prime number of rows");
    sum += probability * (gcd == 1 ? shared / u : first_class_shared(n, gcd, size_a, size_b, shared));
  }
  return sum;
}

}  // namespace textkin::stats
