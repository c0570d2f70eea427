#include "engine/explain/explain_ru.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "base/output_file.h"
#include "engine/explain/ru_documents.h"
#include "hash/mix.h"
#include "join/sets/overlap.h"
#include "report/commands/ru_json.h"
#include "report/commands/ru_text.h"
#include "sketch/studies/ru.h"
#include "stats/interval/clopper_pearson.h"
#include "stats/law/modified_similarity.h"
#include "stats/ru/ru_law.h"
#include "text/catalog.h"

namespace textkin::engine::explain {
namespace {

// The law for one order costs some 2 ns a row and row of the matrix; beyond this it takes seconds.
constexpr std::uint64_t kRowsForLaw = 20'000;
constexpr std::size_t kMostDocuments = 40;
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

// RU has one matrix, of the rows of all documents; RUM makes one for each pair.
sketch::RuMatrix matrix_of(const RuOptions& wanted, const RuDocuments& documents, std::size_t a, std::size_t b) {
  if (wanted.estimator != "ru")
    return sketch::ru_matrix(documents.sets[a], documents.sets[b], listing_of(wanted.estimator));
  sketch::RuMatrix matrix{static_cast<std::uint32_t>(documents.names.size()), {}, {}};
  for (const Feature number : documents.sets[a]) matrix.a.push_back(static_cast<std::uint32_t>(number) + 1);
  for (const Feature number : documents.sets[b]) matrix.b.push_back(static_cast<std::uint32_t>(number) + 1);
  return matrix;
}

void fill_matrix(const RuOptions& wanted, const RuDocuments& documents, std::size_t a, std::size_t b,
                 const sketch::RuMatrix& matrix, report::RuReport& report) {
  std::vector<std::uint32_t> common;
  std::ranges::set_intersection(matrix.a, matrix.b, std::back_inserter(common));
  report.rows = matrix.rows;
  report.rows_of_both = common.size();
  report.rows_of_neither = matrix.rows - (matrix.a.size() + matrix.b.size() - common.size());
  const bool two = documents.ids.size() == 2;
  report.matrix.resize(two ? matrix.rows : std::min<std::size_t>(wanted.show, matrix.rows));
  const std::vector<Feature>& first = documents.sets[a];
  // RU numbers the rows once, in their order; RUM those of A and then those of B.
  const bool once = wanted.estimator == "ru";
  for (std::size_t row = 0; row < report.matrix.size(); ++row) {
    const auto number = static_cast<std::uint32_t>(row + 1);
    report.matrix[row].in_a = std::ranges::binary_search(matrix.a, number);
    report.matrix[row].in_b = std::ranges::binary_search(matrix.b, number);
    const std::size_t name = once ? row : row < first.size() ? first[row] : documents.sets[b][row - first.size()];
    report.matrix[row].shingle = documents.names[name];
  }
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
  const std::size_t rows =
      wanted.trace ? report.matrix.size() : std::min<std::size_t>(wanted.show, report.matrix.size());
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
Status fill_law(const RuOptions& wanted, const sketch::RuMatrix& matrix, std::uint64_t most_rows,
                report::RuReport& report) {
  if (matrix.rows == 0 || !wanted.multipliers.empty()) return {};
  const auto both = static_cast<std::uint32_t>(report.rows_of_both);
  if (wanted.draw == "uniform") {
    TEXTKIN_ASSIGN_OR_RETURN(report.mean_match_probability,
                             stats::ru_mean_match(matrix.rows, static_cast<std::uint32_t>(matrix.a.size()),
                                                  static_cast<std::uint32_t>(matrix.b.size()), both));
  } else {
    const std::uint64_t united = report.rows - report.rows_of_neither;
    report.mean_match_probability = united == 0 ? 0.0 : both / static_cast<double>(united);
  }
  if (matrix.rows > most_rows || report.own_orders) return {};
  TEXTKIN_ASSIGN_OR_RETURN(const stats::RuMatch match, stats::ru_match(report.modulus, matrix.a, matrix.b));
  const stats::RuClass& units = match.classes.front();
  report.match_probability = wanted.draw == "uniform" ? match.probability()
                                                      : static_cast<double>(units.matching) /
                                                            static_cast<double>(units.multipliers) / report.modulus;
  return {};
}

Status compare(const RuOptions& wanted, const RuDocuments& documents, std::size_t a, std::size_t b,
               report::RuReport& report) {
  report.id_a = documents.ids[a];
  report.id_b = documents.ids[b];
  report.size_a = documents.sets[a].size();
  report.size_b = documents.sets[b].size();
  const Stopwatch exact;
  report.shared = join::overlap(documents.sets[a], documents.sets[b]);
  report.seconds_exact = exact.seconds();
  const Stopwatch estimator;
  const sketch::RuMatrix matrix = matrix_of(wanted, documents, a, b);
  report.seconds_estimator = estimator.seconds();
  fill_matrix(wanted, documents, a, b, matrix, report);
  observe(wanted, matrix, report);
  return fill_law(wanted, matrix, kRowsForLaw / (documents.ids.size() - 1), report);
}

Status check_size(const RuOptions& wanted, const RuDocuments& documents, std::uint32_t functions) {
  std::uint64_t rows = documents.names.size();
  for (const std::vector<Feature>& set : documents.sets) rows = std::max<std::uint64_t>(rows, 2 * set.size());
  if (rows >= kMostNumbers) return Status(Code::kExhausted, "RU and RUM number at most 4,000,000,000 rows");
  if ((wanted.trace || wanted.rows_order == "drawn") && functions > 0 && rows > kMostKept / functions)
    return Status(Code::kExhausted,
                  fmt::format("--trace and --rows-order drawn keep a number for each row and function, "
                              "at most {}; take fewer --hashes",
                              kMostKept));
  if (wanted.trace && documents.ids.size() > 2)
    return Status(Code::kInvalidArgument,
                  fmt::format("--trace is of two documents; these inputs hold {}", documents.ids.size()));
  return {};
}

}  // namespace

Result<report::RuReports> explain_ru(const run::ReadOptions& asked, const RuOptions& wanted, Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(check(wanted));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(wanted.output));
  const bool own_orders = wanted.rows_order == "drawn";
  TEXTKIN_ASSIGN_OR_RETURN(
      const RuDocuments documents,
      read_ru_documents(asked, own_orders || wanted.rows_order.empty() ? "hash" : wanted.rows_order, kMostDocuments,
                        fmt::format("--estimator {} takes two documents", wanted.estimator), progress));

  report::RuReport blank;
  blank.spec = text::describe(asked.text);
  blank.estimator = wanted.estimator;
  blank.extreme = wanted.extreme;
  blank.draw = wanted.multipliers.empty() ? wanted.draw : "given";
  blank.own_orders = own_orders;
  blank.confidence = wanted.confidence;
  blank.functions = wanted.multipliers.empty() ? wanted.hashes : static_cast<std::uint32_t>(wanted.multipliers.size());
  TEXTKIN_RETURN_IF_ERROR(check_size(wanted, documents, blank.functions));
  report::RuReports reports{documents.ids, {}};
  for (std::size_t b = 1; b < documents.ids.size(); ++b)
    for (std::size_t a = 0; a < b; ++a)
      TEXTKIN_RETURN_IF_ERROR(compare(wanted, documents, a, b, reports.pairs.emplace_back(blank)));

  TEXTKIN_RETURN_IF_ERROR(file->write(wanted.json ? report::ru_json(reports) : report::ru_text(reports, wanted.show)));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  return reports;
}

}  // namespace textkin::engine::explain
