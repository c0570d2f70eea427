#include "stats/law/ru_law.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

namespace textkin::stats {
namespace {

constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 33;
constexpr double kMostClasses = 1 << 28;
constexpr double kNegligibleTerm = 1e-18;
constexpr std::uint8_t kInA = 1;
constexpr std::uint8_t kInB = 2;
constexpr std::uint8_t kInBoth = kInA | kInB;

Status check_rows(std::uint32_t n, std::span<const std::uint32_t> rows, const char* name) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] < 1 || rows[i] > n)
      return Status(Code::kInvalidArgument, "row " + std::to_string(rows[i]) + " of set " + name + " is not in 1.." +
                                                std::to_string(n) + "; give all rows with --rows");
    if (i > 0 && rows[i] <= rows[i - 1])
      return Status(Code::kInvalidArgument, std::string("rows of set ") + name + " must ascend without repeats; " +
                                                std::to_string(rows[i]) + " comes after " +
                                                std::to_string(rows[i - 1]));
  }
  return {};
}

struct Row {
  std::uint32_t row;
  std::uint8_t sets;
};

std::vector<Row> united(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  std::vector<Row> rows;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const bool from_a = j == b.size() || (i < a.size() && a[i] <= b[j]);
    const bool from_b = i == a.size() || (j < b.size() && b[j] <= a[i]);
    rows.push_back({from_a ? a[i] : b[j], static_cast<std::uint8_t>((from_a ? kInA : 0) | (from_b ? kInB : 0))});
    i += from_a;
    j += from_b;
  }
  return rows;
}

// The cuts y, of n, behind which the first image belongs to both sets.
class Circle {
 public:
  Circle(std::uint32_t n, std::vector<Row> rows) : n_(n), rows_(std::move(rows)) {
    const std::uint64_t sorting = rows_.size() * (std::bit_width(rows_.size()) + 2);
    sorted_ = sorting < n_;
    steps_ = std::min<std::uint64_t>(sorting, n_ + rows_.size());
    if (!sorted_) sets_.resize(n_);
  }

  std::uint64_t steps() const { return steps_; }

  std::uint64_t matching(std::uint32_t x) {
    std::uint64_t sum = 0;
    std::int64_t before = -1;  // the last image so far, and the first
    std::int64_t first = -1;
    bool first_both = false;
    const auto visit = [&](std::uint32_t place, std::uint8_t sets) {
      if (before < 0) {
        first = place;
        first_both = sets == kInBoth;
      } else if (sets == kInBoth) {
        sum += static_cast<std::uint64_t>(place - before);
      }
      before = place;
    };
    const auto image = [&](const Row& row) { return static_cast<std::uint32_t>(std::uint64_t{row.row} * x % n_); };
    if (sorted_) {
      images_.clear();
      for (const Row& row : rows_) images_.push_back(std::uint64_t{image(row)} << 2 | row.sets);
      std::ranges::sort(images_);
      for (std::size_t i = 0; i < images_.size();) {
        const auto place = static_cast<std::uint32_t>(images_[i] >> 2);
        std::uint8_t sets = 0;
        for (; i < images_.size() && images_[i] >> 2 == place; ++i) sets |= static_cast<std::uint8_t>(images_[i] & 3);
        visit(place, sets);
      }
    } else {
      std::ranges::fill(sets_, std::uint8_t{0});
      for (const Row& row : rows_) sets_[image(row)] |= row.sets;
      for (std::uint32_t place = 0; place < n_; ++place)
        if (sets_[place] != 0) visit(place, sets_[place]);
    }
    if (first_both) sum += static_cast<std::uint64_t>(first + std::int64_t{n_} - before);
    return sum;
  }

 private:
  const std::uint32_t n_;
  const std::vector<Row> rows_;
  bool sorted_ = false;
  std::uint64_t steps_ = 0;
  std::vector<std::uint8_t> sets_;     // by place
  std::vector<std::uint64_t> images_;  // place, sets
};

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

std::uint64_t totient(std::uint32_t n) {
  std::uint64_t phi = n;
  for (std::uint32_t p = 2; std::uint64_t{p} * p <= n; ++p) {
    if (n % p != 0) continue;
    phi -= phi / p;
    while (n % p == 0) n /= p;
  }
  return n > 1 ? phi - phi / n : phi;
}

}  // namespace

Result<RuMatch> ru_match(std::uint32_t n, std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) {
  if (n == 0) return Status(Code::kInvalidArgument, "the number of rows must be at least 1");
  TEXTKIN_RETURN_IF_ERROR(check_rows(n, a, "A"));
  TEXTKIN_RETURN_IF_ERROR(check_rows(n, b, "B"));
  const bool matchable = !a.empty() && !b.empty();
  Circle circle(n, matchable ? united(a, b) : std::vector<Row>());
  if (circle.steps() > kMostSteps / n)
    return Status(Code::kExhausted, "the exact law of " + std::to_string(n) +
                                        " rows in a given order would take minutes; the average over all orders does "
                                        "not: leave out the sets and give their sizes");
  std::map<std::uint32_t, RuClass> classes;
  RuMatch match;
  for (std::uint32_t x = 1; x <= n && x != 0; ++x) {
    RuClass& own = classes[std::gcd(x, n)];
    own.gcd = std::gcd(x, n);
    ++own.multipliers;
    if (matchable) own.matching += circle.matching(x);
  }
  match.trials = std::uint64_t{n} * n;
  for (const auto& [gcd, own] : classes) {
    match.matching += own.matching;
    match.classes.push_back(own);
  }
  return match;
}

Result<double> ru_mean_match(std::uint32_t n, std::uint32_t size_a, std::uint32_t size_b, std::uint32_t shared) {
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
  const auto add = [&](std::uint32_t gcd) {
    if (gcd > 1) classes += share * n / gcd;
    if (classes > kMostClasses) return;
    const double first = gcd == 1 ? shared / u : first_class_shared(n, gcd, size_a, size_b, shared);
    sum += static_cast<double>(totient(n / gcd)) * first;
  };
  for (std::uint32_t d = 1; std::uint64_t{d} * d <= n; ++d) {
    if (n % d != 0) continue;
    add(d);
    if (d != n / d) add(n / d);
  }
  if (classes > kMostClasses)
    return Status(Code::kExhausted, "the mean over all orders of " + std::to_string(n) +
                                        " rows would take minutes for sets so small; take a prime number of rows");
  return sum / n;
}

}  // namespace textkin::stats
