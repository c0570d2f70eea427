#include "stats/law/known_sizes.h"

#include <algorithm>
#include <cmath>

#include "stats/interval/clopper_pearson.h"

namespace textkin::stats {
namespace {

class Likelihood {
 public:
  Likelihood(RowOutcomes rows, std::uint64_t f1, std::uint64_t f2) : rows_(rows), f1_(f1), f2_(f2) {}

  // Its one maximum: ascends to it and descends from it.
  std::uint64_t best() const {
    std::uint64_t low = 0;
    std::uint64_t high = std::min(f1_, f2_);
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (rises_at(middle)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

 private:
  static double real(std::uint64_t x) { return static_cast<double>(x); }
  // l(a + 1) > l(a), through quotients, which keep their digits; an end where l is -infinity is left.
  bool rises_at(std::uint64_t a) const {
    if (a == 0 && rows_.equal > 0) return true;
    if ((a + 1 == f1_ && rows_.less > 0) || (a + 1 == f2_ && rows_.greater > 0)) return false;
    const auto change = [](std::uint64_t count, double relative) {
      return count == 0 ? 0 : real(count) * std::log1p(relative);
    };
    const double united = real(f1_ + f2_ - a);
    return change(rows_.equal, 1 / real(a)) + change(rows_.less, -1 / real(f1_ - a)) +
               change(rows_.greater, -1 / real(f2_ - a)) -
               change(rows_.equal + rows_.less + rows_.greater, -1 / united) >
           0;
  }

  RowOutcomes rows_;
  std::uint64_t f1_;
  std::uint64_t f2_;
};

// Below this share of the larger set the smaller one's rows alone say more, where much is shared, and little less,
// where not, than all rows do.
constexpr double kMuchSmaller = .9;

// The whole numbers from 0 to `most` at which `probability`, which rises, lies in `interval`.
template <class Probability>
Interval whole_numbers(const Interval& interval, std::uint64_t most, Probability probability) {
  const auto first = [&](auto holds) {
    std::uint64_t low = 0;
    for (std::uint64_t high = most + 1; low < high;) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (holds(probability(middle))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return static_cast<double>(low);
  };
  // None may lie between two neighbours' probabilities: then the nearest ones.
  const double lower = std::min(first([&](double p) { return p >= interval.lower; }), static_cast<double>(most));
  return {lower, std::max(lower, first([&](double p) { return p > interval.upper; }) - 1)};
}

}  // namespace

double known_sizes_variance(double a, double f1, double f2, double rows) {
  const double united = f1 + f2 - a;
  const double both = f1 + f2;
  return united * united * united / (rows * (both * both / a + f2 * f2 / (f1 - a) + f1 * f1 / (f2 - a)));
}

SharedEstimate shared_of_known_sizes(RowOutcomes rows, std::uint64_t f1, std::uint64_t f2, double confidence) {
  const std::uint64_t most = std::min(f1, f2);
  SharedEstimate out;
  out.shared = Likelihood(rows, f1, f2).best();
  const double inside = std::clamp(static_cast<double>(out.shared), .5, static_cast<double>(most) - .5);
  const auto count = static_cast<double>(rows.equal + rows.less + rows.greater);
  out.standard_error = std::sqrt(known_sizes_variance(inside, static_cast<double>(f1), static_cast<double>(f2), count));

  const std::uint64_t of_smaller = rows.equal + (f2 < f1 ? rows.greater : rows.less);
  const bool much_smaller = static_cast<double>(most) < kMuchSmaller * static_cast<double>(std::max(f1, f2));
  const auto equal = static_cast<double>(rows.equal);
  const Interval range =
      much_smaller ? whole_numbers(clopper_pearson(equal, static_cast<double>(of_smaller), confidence), most,
                                   [=](std::uint64_t a) { return static_cast<double>(a) / static_cast<double>(most); })
                   : whole_numbers(clopper_pearson(equal, count, confidence), most, [=](std::uint64_t a) {
                       return static_cast<double>(a) / static_cast<double>(f1 + f2 - a);
                     });
  out.lower = std::min(out.shared, static_cast<std::uint64_t>(range.lower));
  out.upper = std::max(out.shared, static_cast<std::uint64_t>(range.upper));
  return out;
}

}  // namespace textkin::stats
