#include "stats/ru/ru_drawing.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "stats/ru/ru_circle.h"

namespace textkin::stats {
namespace {

Status check(std::uint32_t n, const char* name, std::uint32_t value, double weight) {
  if (value < 1 || value > n)
    return Status(Code::kInvalidArgument,
                  std::string(name) + " = " + std::to_string(value) + " is not in 1.." + std::to_string(n));
  if (weight >= 0 && std::isfinite(weight)) return {};
  return Status(Code::kInvalidArgument,
                std::string("the weight of ") + name + " = " + std::to_string(value) + " is not 0 or more");
}

// Weights by residue, divided by their sum.
Result<std::map<std::uint32_t, double>> shares(std::uint32_t n, const char* name,
                                               std::span<const RuDrawing::Weighted> list) {
  std::map<std::uint32_t, double> weights;
  double sum = 0;
  for (const auto& [value, weight] : list) {
    TEXTKIN_RETURN_IF_ERROR(check(n, name, value, weight));
    if (weight > 0) weights[value % n] += weight;
    sum += weight;
  }
  if (!(sum > 0) || !std::isfinite(sum))
    return Status(Code::kInvalidArgument, std::string("the weights of ") + name + " add up to " + std::to_string(sum));
  for (auto& [value, weight] : weights) weight /= sum;
  return weights;
}

}  // namespace

RuDrawing::Shifts::Shifts(const std::map<std::uint32_t, double>& weights) {
  double sum = 0;
  for (const auto& [value, weight] : weights) {
    values_.push_back(value);
    before_.push_back(sum);
    sum += weight;
  }
  before_.push_back(sum);
}

double RuDrawing::Shifts::between(std::uint32_t first, std::uint32_t length, std::uint32_t n) const {
  if (values_.empty()) return static_cast<double>(length) / n;
  const auto below = [&](std::uint64_t end) {
    return before_[static_cast<std::size_t>(std::ranges::lower_bound(values_, end) - values_.begin())];
  };
  const std::uint64_t end = std::uint64_t{first} + length;
  if (end <= n) return below(end) - below(first);
  return before_.back() - below(first) + below(end - n);
}

RuDrawing RuDrawing::uniform(std::uint32_t n) {
  std::vector<Multiplier> multipliers(n);
  for (std::uint32_t i = 0; i < n; ++i) multipliers[i] = {i + 1, 1.0 / n, 0};
  return RuDrawing(n, std::move(multipliers), {Shifts()});
}

RuDrawing RuDrawing::units(std::uint32_t n) {
  std::vector<Multiplier> multipliers;
  for (std::uint32_t i = 1; i <= n && i != 0; ++i)
    if (std::gcd(i, n) == 1) multipliers.push_back({i, 1, 0});
  for (Multiplier& multiplier : multipliers) multiplier.weight /= static_cast<double>(multipliers.size());
  return RuDrawing(n, std::move(multipliers), {Shifts()});
}

Result<RuDrawing> RuDrawing::independent(std::uint32_t n, std::span<const Weighted> x, std::span<const Weighted> y) {
  RuDrawing drawing = x.empty() ? uniform(n) : RuDrawing(n, {}, {Shifts()});
  if (!x.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(const auto weights, shares(n, "x", x));
    for (const auto& [value, weight] : weights) drawing.multipliers_.push_back({value == 0 ? n : value, weight, 0});
  }
  if (!y.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(const auto weights, shares(n, "y", y));
    drawing.shifts_[0] = Shifts(weights);
  }
  return drawing;
}

Result<RuDrawing> RuDrawing::joint(std::uint32_t n, std::span<const Joint> pairs) {
  std::map<std::uint32_t, std::map<std::uint32_t, double>> shifts;
  double sum = 0;
  for (const auto& [x, y, weight] : pairs) {
    TEXTKIN_RETURN_IF_ERROR(check(n, "x", x, weight));
    TEXTKIN_RETURN_IF_ERROR(check(n, "y", y, weight));
    if (weight > 0) shifts[x][y % n] += weight;
    sum += weight;
  }
  if (!(sum > 0) || !std::isfinite(sum))
    return Status(Code::kInvalidArgument, "the weights of (x, y) add up to " + std::to_string(sum));
  RuDrawing drawing(n, {}, {});
  for (auto& [x, own] : shifts) {
    double weight = 0;
    for (const auto& [y, part] : own) weight += part;
    for (auto& [y, part] : own) part /= weight;
    drawing.multipliers_.push_back({x, weight / sum, static_cast<std::uint32_t>(drawing.shifts_.size())});
    drawing.shifts_.emplace_back(own);
  }
  return drawing;
}

std::map<std::uint32_t, double> RuDrawing::gcds() const {
  std::map<std::uint32_t, double> gcds;
  for (const Multiplier& multiplier : multipliers_) gcds[std::gcd(multiplier.x, n_)] += multiplier.weight;
  return gcds;
}

Result<RuDrawing::Match> RuDrawing::match(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                                          bool maximum) const {
  TEXTKIN_ASSIGN_OR_RETURN(RuCircle circle, RuCircle::of(n_, a, b));
  TEXTKIN_RETURN_IF_ERROR(circle.check_cost(multipliers_.size()));
  Match match;
  for (const Multiplier& multiplier : multipliers_) {
    const Shifts& shifts = shifts_[multiplier.shifts];
    double matching = 0;
    double extreme = 0;
    circle.gaps(multiplier.x, [&](const RuGap& gap) {
      if ((maximum ? gap.before : gap.next) != RuCircle::kInBoth) return;
      matching += shifts.between(gap.first_y, gap.length, n_);
      // The image itself is at the place of the least value for the first y of its gap, at that of the greatest for
      // the last.
      const std::uint32_t last = static_cast<std::uint32_t>((std::uint64_t{gap.first_y} + gap.length - 1) % n_);
      extreme += shifts.between(maximum ? last : gap.first_y, 1, n_);
    });
    match.probability += multiplier.weight * matching;
    if (std::gcd(multiplier.x, n_) != 1) continue;
    match.and_apart += multiplier.weight * matching;
    match.extreme_and_apart += multiplier.weight * extreme;
  }
  return match;
}

double keeps_apart(const std::map<std::uint32_t, double>& gcds) {
  const auto found = gcds.find(1);
  return found == gcds.end() ? 0.0 : found->second;
}

double share_a_value(const std::map<std::uint32_t, double>& gcds, std::uint32_t n, std::uint32_t gcd) {
  double sum = 0;
  for (const auto& [own, probability] : gcds)
    if (own % (n / gcd) == 0) sum += probability;
  return sum;
}

}  // namespace textkin::stats
