#include "sketch/weighted/weighted_similarity.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace textkin::sketch {
namespace {

double weight_at(const WeightedView& set, std::size_t i) { return set.weights.empty() ? 1.0 : set.weights[i]; }

// Calls use(x, y) for every feature of either set, in ascending order; 0 where a set does not have it.
template <class Use>
void for_union(const WeightedView& a, const WeightedView& b, Use use) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.features.size() || j < b.features.size()) {
    if (j == b.features.size() || (i < a.features.size() && a.features[i] < b.features[j])) {
      use(weight_at(a, i++), 0.0);
    } else if (i == a.features.size() || b.features[j] < a.features[i]) {
      use(0.0, weight_at(b, j++));
    } else {
      use(weight_at(a, i++), weight_at(b, j++));
    }
  }
}

bool either_empty(const WeightedView& a, const WeightedView& b) { return a.features.empty() || b.features.empty(); }

}  // namespace

double weighted_jaccard(const WeightedView& a, const WeightedView& b) {
  if (either_empty(a, b)) return 0;
  double least = 0;
  double most = 0;
  for_union(a, b, [&](double x, double y) {
    least += std::min(x, y);
    most += std::max(x, y);
  });
  return least / most;
}

double probability_jaccard(const WeightedView& a, const WeightedView& b) {
  if (either_empty(a, b)) return 0;
  struct Both {
    double x;
    double y;
  };
  std::vector<Both> both;
  double only_a = 0;  // these have the larger ratio whatever they are compared with
  double only_b = 0;
  for_union(a, b, [&](double x, double y) {
    if (y == 0) {
      only_a += x;
    } else if (x == 0) {
      only_b += y;
    } else {
      both.push_back({x, y});
    }
  });
  // A ratio that is rounded may put two nearly equal ones in the wrong order; their terms are as nearly equal.
  std::ranges::stable_sort(both, {}, [](const Both& w) { return w.x / w.y; });
  std::vector<double> x_behind(both.size());
  double sum = only_a;
  for (std::size_t i = both.size(); i-- > 0; sum += both[i].x) x_behind[i] = sum;
  double similarity = 0;
  double y_up_to = only_b;
  for (std::size_t i = 0; i < both.size(); ++i) {
    y_up_to += both[i].y;
    similarity += 1 / (x_behind[i] / both[i].x + y_up_to / both[i].y);
  }
  return std::min(1.0, similarity);
}

double weighted_cosine(const WeightedView& a, const WeightedView& b) {
  if (either_empty(a, b)) return 0;
  double product = 0;
  double square_a = 0;
  double square_b = 0;
  for_union(a, b, [&](double x, double y) {
    product += x * y;
    square_a += x * x;
    square_b += y * y;
  });
  return std::min(1.0, product / std::sqrt(square_a * square_b));
}

}  // namespace textkin::sketch
