#include "engine/commands/explain/explain_ru.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "base/output_file.h"
#include "engine/commands/explain/ru_pair.h"
#include "hash/mix.h"
#include "join/sets/overlap.h"
#include "report/commands/ru_json.h"
#include "report/commands/ru_text.h"
#include "sketch/studies/ru.h"
#include "stats/interval/clopper_pearson.h"
#include "stats/law/modified_similarity.h"
#include "stats/ru/ru_law.h"
#include "text/catalog.h"

namespace textkin::engine::commands {
namespace {

// The law for one order costs some 2 ns a row and row of the matrix; beyond this it takes seconds.
constexpr std::uint64_t kRowsForLaw = 20'000;
constexpr std::uint32_t kMostObservations = 10'000;
constexpr std::uint64_t kMostNumbers = 4'000'000'000;  // rows, multipliers and moduli have 32 bits
constexpr std::uint64_t kMostKept = 100'000'000;       // values of rows and functions, 4 bytes each

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

sketch::RuListing listing_of(const std::string& estimator) {
  return estimator == "ru"    ? sketch::RuListing::kOnce
         : estimator == "rum" ? sketch::RuListing::kTwice
                              : sketch::RuListing::kTwiceApart;
}

sketch::RuDraw draw_of(const std::string& draw) {
  return draw == "units" ? sketch::RuDraw::kUnits : draw == "prime" ? sketch::RuDraw::kPrime : sketch::RuDraw::kUniform;
}

Status check(const RuOptions& wanted) {
  const auto refuse = [](std::string why) { return Status(Code::kInvalidArgument, std::move(why)); };
  if (wanted.multipliers.empty() && (wanted.offset != 0 || wanted.modulus != 0))
    return refuse("--offset and --modulus belong to --multipliers; without them functions are drawn by --seed");
  if (!wanted.multipliers.empty() && (wanted.observations != 1 || wanted.draw != "uniform"))
    return refuse("--observations and --draw are of functions that are drawn; leave out --multipliers");
  if (wanted.multipliers.empty() && wanted.hashes == 0) return refuse("an estimate needs at least 1 hash");
  if (wanted.observations < 1 || wanted.observations > kMostObservations)
    return refuse(fmt::format("--observations {} is not from 1 to {}", wanted.observations, kMostObservations));
  if (!(wanted.confidence > 0 && wanted.confidence < 1))
    return refuse(fmt::format("--confidence {} is not between 0 and 1", wanted.confidence));
  std::uint64_t most = std::max(wanted.offset, wanted.modulus);
  for (const std::uint64_t multiplier : wanted.multipliers) most = std::max(most, multiplier);
  return most <= kMostNumbers ? Status() : refuse(fmt::format("{} is more than {}", most, kMostNumbers));
}

// The functions of an observation; the first is that of the seed itself.
sketch::RuFunctions functions_of(const RuOptions& wanted, std::uint32_t rows, std::uint32_t observation) {
  const bool own_orders = wanted.rows_order == "drawn";
  const std::uint64_t seed = observation == 0 ? wanted.seed : hash::stream_word(hash::mix64(~wanted.seed), observation);
  const auto count = static_cast<std::uint32_t>(wanted.multipliers.empty() ? wanted.hashes : wanted.multipliers.size());
  sketch::RuFunctions drawn = sketch::draw_ru_functions(rows, count, seed, draw_of(wanted.draw), own_orders);
  if (wanted.multipliers.empty()) return drawn;
  if (wanted.modulus != 0) drawn.modulus = static_cast<std::uint32_t>(wanted.modulus);
  for (std::size_t f = 0; f < count; ++f)
    drawn.functions[f] = {static_cast<std::uint32_t>(wanted.multipliers[f]), static_cast<std::uint32_t>(wanted.offset)};
  return drawn;
}

void fill_matrix(const RuOptions& wanted, const RuPair& pair, const sketch::RuMatrix& matrix,
                 report::RuReport& report) {
  report.matrix.resize(matrix.rows);
  for (const std::uint32_t row : matrix.a) report.matrix[row - 1].in_a = true;
  for (const std::uint32_t row : matrix.b) report.matrix[row - 1].in_b = true;
  // RU numbers the rows of both once, in their order; RUM those of A and then those of B.
  const bool once = wanted.estimator == "ru";
  for (std::size_t row = 0; row < matrix.rows; ++row)
    report.matrix[row].shingle = pair.names[once                  ? row
                                            : row < pair.a.size() ? pair.a[row]
                                                                  : pair.b[row - pair.a.size()]];
}

void fill_tables(const RuOptions& wanted, const sketch::RuProcess& process, report::RuReport& report) {
  const sketch::RuFunctions& drawn = process.functions();
  report.modulus = drawn.modulus;
  const auto shown = [&](std::uint32_t value) { return value == 0 ? drawn.modulus : value; };
  for (std::size_t f = 0; f < drawn.functions.size(); ++f) {
    const sketch::RuFunction& z = drawn.functions[f];
    // Given ones as they are given, drawn ones on 1 .. modulus.
    report.drawn.push_back(wanted.multipliers.empty()
                               ? report::RuReport::Function{shown(z.x), shown(z.y)}
                               : report::RuReport::Function{static_cast<std::uint32_t>(wanted.multipliers[f]),
                                                            static_cast<std::uint32_t>(wanted.offset)});
  }
  report.unreached = process.start();
  report.cells_a.assign(process.cells(0).begin(), process.cells(0).end());
  report.cells_b.assign(process.cells(1).begin(), process.cells(1).end());
  const std::size_t rows = wanted.trace ? report.matrix.size() : std::min<std::size_t>(wanted.show, report.rows());
  const std::size_t columns =
      wanted.trace ? drawn.functions.size() : std::min(report::kMostRuColumns, drawn.functions.size());
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::size_t f = 0; f < columns; ++f) report.matrix[row].values.push_back(drawn.value(f, row + 1));
}

void observe(const RuOptions& wanted, const sketch::RuMatrix& matrix, report::RuReport& report) {
  const auto extreme = wanted.extreme == "maximum" ? sketch::RuExtreme::kMaximum : sketch::RuExtreme::kMinimum;
  const auto converted = [&](double share) {
    return wanted.estimator == "ru" ? share : stats::plain_similarity(share);
  };
  for (std::uint32_t r = 0; r < wanted.observations; ++r) {
    report::RuReport::Observation one;
    if (matrix.rows > 0) {
      const Stopwatch estimator;
      sketch::RuProcess process(functions_of(wanted, matrix.rows, r), extreme);
      std::vector<std::vector<sketch::RuProcess::Change>> traced;
      sketch::run_ru(matrix, process, wanted.trace && r == 0 ? &traced : nullptr);
      one.matches = process.matches();
      report.seconds_estimator += estimator.seconds();
      if (r == 0) fill_tables(wanted, process, report);
      for (const auto& changes : traced) {
        auto& step = report.trace.emplace_back();
        for (const auto& [function, column, before, after] : changes) step.push_back({function, column, before, after});
      }
    }
    one.similarity = converted(static_cast<double>(one.matches) / report.functions);
    report.matches += one.matches;
    report.observations.push_back(one);
  }
  report.similarity = converted(report.share());
  if (!wanted.multipliers.empty() || matrix.rows == 0) return;
  const Interval share = stats::clopper_pearson(static_cast<double>(report.matches),
                                                static_cast<double>(report.all_functions()), wanted.confidence);
  report.interval = {converted(share.lower), converted(share.upper)};
}

// P(match) of a function that is drawn. Without common factors rows stay apart, and all orders together match as often
// as a row of both is the first: the multipliers of gcd 1.
Status fill_law(const RuOptions& wanted, const sketch::RuMatrix& matrix, report::RuReport& report) {
  if (matrix.rows == 0 || !wanted.multipliers.empty()) return {};
  std::vector<std::uint32_t> common;
  std::ranges::set_intersection(matrix.a, matrix.b, std::back_inserter(common));
  if (wanted.draw == "uniform") {
    TEXTKIN_ASSIGN_OR_RETURN(
        report.mean_match_probability,
        stats::ru_mean_match(matrix.rows, static_cast<std::uint32_t>(matrix.a.size()),
                             static_cast<std::uint32_t>(matrix.b.size()), static_cast<std::uint32_t>(common.size())));
  } else {
    report.mean_match_probability = static_cast<double>(common.size()) / matrix.rows;
  }
  if (matrix.rows > kRowsForLaw || report.own_orders) return {};
  TEXTKIN_ASSIGN_OR_RETURN(const stats::RuMatch match, stats::ru_match(report.modulus, matrix.a, matrix.b));
  const stats::RuClass& units = match.classes.front();
  report.match_probability = wanted.draw == "uniform" ? match.probability()
                                                      : static_cast<double>(units.matching) /
                                                            static_cast<double>(units.multipliers) / report.modulus;
  return {};
}

}  // namespace

Result<report::RuReport> explain_ru(const run::ReadOptions& asked, const RuOptions& wanted, Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(check(wanted));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(wanted.output));
  const bool own_orders = wanted.rows_order == "drawn";
  TEXTKIN_ASSIGN_OR_RETURN(const RuPair pair,
                           read_ru_pair(asked, own_orders || wanted.rows_order.empty() ? "hash" : wanted.rows_order,
                                        fmt::format("--estimator {} takes two documents", wanted.estimator), progress));

  report::RuReport report;
  report.id_a = pair.id_a;
  report.id_b = pair.id_b;
  report.spec = text::describe(asked.text);
  report.estimator = wanted.estimator;
  report.extreme = wanted.extreme;
  report.draw = wanted.multipliers.empty() ? wanted.draw : "given";
  report.own_orders = own_orders;
  report.confidence = wanted.confidence;
  report.size_a = pair.a.size();
  report.size_b = pair.b.size();
  report.functions = wanted.multipliers.empty() ? wanted.hashes : static_cast<std::uint32_t>(wanted.multipliers.size());
  const std::uint64_t rows = report.size_a + report.size_b;
  if (rows >= kMostNumbers) return Status(Code::kExhausted, "RU and RUM number at most 4,000,000,000 rows");
  if ((wanted.trace || own_orders) && report.functions > 0 && rows > kMostKept / report.functions)
    return Status(Code::kExhausted,
                  fmt::format("--trace and --rows-order drawn keep a number for each row and function, "
                              "at most {}; take fewer --hashes",
                              kMostKept));

  const Stopwatch exact;
  report.shared = join::overlap(pair.a, pair.b);
  report.seconds_exact = exact.seconds();
  const Stopwatch estimator;
  const sketch::RuMatrix matrix = sketch::ru_matrix(pair.a, pair.b, listing_of(wanted.estimator));
  report.seconds_estimator = estimator.seconds();
  fill_matrix(wanted, pair, matrix, report);
  observe(wanted, matrix, report);
  TEXTKIN_RETURN_IF_ERROR(fill_law(wanted, matrix, report));

  TEXTKIN_RETURN_IF_ERROR(file->write(wanted.json ? report::ru_json(report) : report::ru_text(report, wanted.show)));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  return report;
}

}  // namespace textkin::engine::commands
