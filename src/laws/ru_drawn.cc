#include "laws/ru_drawn.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "sketch/studies/signature_matrix.h"
#include "stats/ru/ru_drawing.h"

namespace textkin::laws {
namespace {

using stats::RuDrawing;

constexpr std::uint32_t kMostGivenRows = 1u << 24;
constexpr std::size_t kLongestTable = 64u << 20;

// Takes a number off the front of `text`.
template <class T>
bool take(std::string_view& text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

// "1:2,4-6:0.5", of 1..n.
Result<std::vector<RuDrawing::Weighted>> parse_weights(std::string_view option, std::string_view list,
                                                       std::uint32_t n) {
  std::vector<RuDrawing::Weighted> weights;
  while (!list.empty()) {
    const std::string_view part = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), part.size() + 1));
    std::string_view left = part;
    std::uint32_t first = 0;
    double weight = 1;
    bool good = take(left, first);
    std::uint32_t last = first;
    if (good && left.starts_with('-')) good = (left.remove_prefix(1), take(left, last));
    if (good && left.starts_with(':')) good = (left.remove_prefix(1), take(left, weight));
    if (!good || !left.empty() || last < first || first < 1 || last > n || !(weight >= 0) || !std::isfinite(weight))
      return Status(Code::kInvalidArgument,
                    fmt::format("{}: '{}' is not a value of 1..{} with its weight; a list is 1:2,4-6:0.5", option,
                                part.substr(0, 40), n));
    for (std::uint32_t value = first; value <= last; ++value) weights.push_back({value, weight});
  }
  return weights;
}

// Lines "x y weight".
Result<std::vector<RuDrawing::Joint>> read_table(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(path));
  std::string bytes(kLongestTable + 1, '\0');
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file.read(bytes.data(), bytes.size()));
  if (size > kLongestTable) return Status(Code::kBadInput, path + " is longer than 64 MiB, which is too long a table");
  std::string_view text(bytes.data(), size);
  std::vector<RuDrawing::Joint> table;
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const auto skip = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size())); };
    skip();
    if (line.empty()) continue;
    RuDrawing::Joint row;
    const bool good = take(line, row.x) && (skip(), take(line, row.y)) && (skip(), take(line, row.weight));
    skip();
    if (!good || !line.empty())
      return Status(Code::kBadInput, fmt::format("{}:{}: not a line 'x y weight' of three numbers", path, number));
    table.push_back(row);
  }
  return table;
}

Result<RuDrawing> given_law(const DrawingQuestion& question, std::uint32_t n) {
  if (question.draw != "uniform")
    return Status(Code::kInvalidArgument, "--draw and a law of x and y that is given exclude each other");
  if (n > kMostGivenRows)
    return Status(Code::kExhausted, fmt::format("x and y have a law of their own for at most {} rows", kMostGivenRows));
  if (question.table.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(const auto x, parse_weights("--law-x", question.x, n));
    TEXTKIN_ASSIGN_OR_RETURN(const auto y, parse_weights("--law-y", question.y, n));
    return RuDrawing::independent(n, x, y);
  }
  if (!question.x.empty() || !question.y.empty())
    return Status(Code::kInvalidArgument, "--law-xy FILE is the law of both; leave out --law-x and --law-y");
  TEXTKIN_ASSIGN_OR_RETURN(const auto table, read_table(question.table));
  return RuDrawing::joint(n, table);
}

std::vector<std::uint32_t> divisors(std::uint32_t n) {
  std::vector<std::uint32_t> divisors;
  for (std::uint32_t d = 1; std::uint64_t{d} * d <= n; ++d)
    if (n % d == 0) divisors.insert(divisors.end(), {d, n / d});
  std::ranges::sort(divisors);
  divisors.erase(std::ranges::unique(divisors).begin(), divisors.end());
  return divisors;
}

Status add_given(const DrawingQuestion& question, const RuColumns& columns, bool maximum, RuDrawn& drawn) {
  TEXTKIN_ASSIGN_OR_RETURN(const RuDrawing law, given_law(question, drawn.modulus));
  drawn.gcds = law.gcds();
  if (!columns.listed) return {};
  TEXTKIN_ASSIGN_OR_RETURN(const RuDrawing::Match match, law.match(columns.a, columns.b, maximum));
  drawn.probability = match.probability;
  const double apart = stats::keeps_apart(drawn.gcds);
  if (apart == 0) return {};
  drawn.given_apart = match.and_apart / apart;
  drawn.extreme_given_apart = match.extreme_and_apart / apart;
  return {};
}

Status add_named(const DrawingQuestion& question, const RuColumns& columns, RuDrawn& drawn) {
  const std::uint32_t n = drawn.modulus;
  const bool uniform = question.draw == "uniform";
  drawn.gcds = {{1, 1.0}};
  for (const std::uint32_t gcd : divisors(n))
    if (uniform) drawn.gcds[gcd] = static_cast<double>(stats::totient(n / gcd)) / n;
  if (!columns.listed) return {};
  TEXTKIN_ASSIGN_OR_RETURN(drawn.counted, stats::ru_match(n, columns.a, columns.b));
  const stats::RuClass& units = drawn.counted->classes.front();
  drawn.given_apart = static_cast<double>(units.matching) / static_cast<double>(units.multipliers) / n;
  drawn.probability = uniform ? drawn.counted->probability() : *drawn.given_apart;
  // y alone makes every place the first one equally likely.
  drawn.extreme_given_apart = (static_cast<double>(columns.shared) + columns.more) / n;
  return {};
}

}  // namespace

Result<RuDrawn> ru_drawn(const DrawingQuestion& question, const RuColumns& columns, bool maximum) {
  RuDrawn drawn;
  drawn.modulus = columns.rows;
  if (question.draw == "prime") {
    const std::uint64_t prime = sketch::least_prime(columns.rows);
    if (prime > UINT32_MAX) return Status(Code::kInvalidArgument, "--draw prime: no prime of 32 bits is that large");
    drawn.modulus = static_cast<std::uint32_t>(prime);
  }
  TEXTKIN_RETURN_IF_ERROR(question.given() ? add_given(question, columns, maximum, drawn)
                                           : add_named(question, columns, drawn));
  TEXTKIN_ASSIGN_OR_RETURN(
      drawn.mean, stats::ru_mean_match(drawn.modulus, columns.size_a + columns.more, columns.size_b + columns.more,
                                       columns.shared + columns.more, drawn.gcds));
  return drawn;
}

void add_apart(const RuDrawn& drawn, std::uint32_t hashes, report::LawReport& report) {
  const double k = hashes;
  const double n = drawn.modulus;
  const double apart = std::min(1.0, stats::keeps_apart(drawn.gcds));
  report::LawReport::Table table{"rows_apart", {"gcd", "pairs", "share_a_value", "all_differ"}, {}};
  double missing = 0;
  for (const std::uint32_t gcd : divisors(drawn.modulus)) {
    if (gcd == drawn.modulus) continue;
    const double shared = std::min(1.0, stats::share_a_value(drawn.gcds, drawn.modulus, gcd));
    // Distances d and n - d have one gcd with n, and n pairs of rows between them.
    const double pairs = n * static_cast<double>(stats::totient(drawn.modulus / gcd)) / 2;
    const double differ = std::pow(1 - shared, k);
    missing += pairs * (1 - differ);
    table.rows.push_back({static_cast<double>(gcd), pairs, shared, differ});
  }
  report.lines.insert(
      report.lines.end(),
      {{"apart", apart, "a function that gives no two rows one value: gcd(x, n) = 1"},
       {"all_apart", std::pow(apart, k), fmt::format("P(D_n): all {} functions do", hashes)},
       {"all_apart_by_pairs", 1 - missing, "by the sum over pairs of rows (equation 19): P(D_n) is at least this"}});
  if (drawn.given_apart) report.lines.push_back({"match_apart", *drawn.given_apart, "of a match, all rows apart"});
  if (drawn.extreme_given_apart)
    report.lines.push_back({"extreme_apart", *drawn.extreme_given_apart,
                            "P(z0 in Z(I2)): the least of 1..n (or the greatest) in a row of both, all rows apart"});
  report.tables.push_back(std::move(table));
}

}  // namespace textkin::laws
