#include "engine/commands/explain/explain_ru.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>

#include "base/output_file.h"
#include "engine/read/first_pass.h"
#include "join/sets/overlap.h"
#include "report/ru_report.h"
#include "sketch/ru.h"
#include "stats/law/modified_similarity.h"
#include "stats/law/ru_law.h"
#include "store/document_table.h"
#include "text/catalog.h"

namespace textkin::engine::commands {
namespace {

// The law for one order costs some 2 ns a row and row of the matrix; beyond this it takes seconds.
constexpr std::uint64_t kRowsForLaw = 20'000;

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

Status fill_law(const sketch::RuMatrix& matrix, RuReport& report) {
  std::vector<std::uint32_t> common;
  std::set_intersection(matrix.a.begin(), matrix.a.end(), matrix.b.begin(), matrix.b.end(), std::back_inserter(common));
  TEXTKIN_ASSIGN_OR_RETURN(
      report.mean_match_probability,
      stats::ru_mean_match(matrix.rows, static_cast<std::uint32_t>(matrix.a.size()),
                           static_cast<std::uint32_t>(matrix.b.size()), static_cast<std::uint32_t>(common.size())));
  if (matrix.rows > kRowsForLaw) return {};
  TEXTKIN_ASSIGN_OR_RETURN(stats::RuMatch match, stats::ru_match(matrix.rows, matrix.a, matrix.b));
  report.match_probability = match.probability();
  return {};
}

}  // namespace

Result<RuReport> explain_ru(const run::RunOptions& asked, const RuOptions& wanted, Progress& progress) {
  run::RunOptions prepared = asked;
  prepared.number_repeated_ids = true;  // a document may be compared with itself
  TEXTKIN_ASSIGN_OR_RETURN(run::RunOptions options, run::settle(std::move(prepared)));
  if (options.hashes == 0) return Status(Code::kInvalidArgument, "an estimate needs at least 1 hash");
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file,
                           base::OutputFile::create(wanted.output, base::packing_of(wanted.output)));

  run::RunOptions reading = options;
  reading.hashes = run::RunOptions().hashes;  // of a sketch, which is not made
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<read::FirstPass> gather, read::FirstPass::open(reading, "", progress));
  TEXTKIN_ASSIGN_OR_RETURN(bool all, gather->retain({.features = options.memory / 4 / sizeof(Feature)}));
  TEXTKIN_ASSIGN_OR_RETURN(read::Collection collection, gather->take());
  if (collection.documents() != 2)
    return Status(Code::kInvalidArgument, fmt::format("--estimator {} takes two documents; these inputs hold {}",
                                                      wanted.estimator, collection.documents()));
  if (!all) return Status(Code::kExhausted, "the two sets need more than --memory");
  const std::vector<FeatureView> sets = collection.feature_views();
  if (sets[0].size() + sets[1].size() >= std::numeric_limits<std::uint32_t>::max())
    return Status(Code::kExhausted, "RU and RUM number at most 2^32 rows");

  RuReport report;
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  TEXTKIN_RETURN_IF_ERROR(documents.read(0, row));
  report.id_a = row.id;
  TEXTKIN_RETURN_IF_ERROR(documents.read(1, row));
  report.id_b = row.id;
  report.spec = text::describe(options.text);
  report.estimator = wanted.estimator;
  report.extreme = wanted.extreme;
  report.size_a = sets[0].size();
  report.size_b = sets[1].size();
  report.functions = options.hashes;

  const Stopwatch exact;
  report.shared = join::overlap(sets[0], sets[1]);
  report.seconds_exact = exact.seconds();
  const Stopwatch estimator;
  const sketch::RuMatrix matrix = sketch::ru_matrix(sets[0], sets[1], listing_of(wanted.estimator));
  report.matches =
      sketch::ru_matches(matrix, options.hashes, options.seed,
                         wanted.extreme == "maximum" ? sketch::RuExtreme::kMaximum : sketch::RuExtreme::kMinimum);
  report.seconds_estimator = estimator.seconds();
  report.rows = matrix.rows;
  report.similarity = wanted.estimator == "ru" ? report.share() : stats::plain_similarity(report.share());
  if (matrix.rows > 0) TEXTKIN_RETURN_IF_ERROR(fill_law(matrix, report));

  TEXTKIN_RETURN_IF_ERROR(file->write(wanted.json ? report::ru_json(report) : report::ru_text(report)));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  return report;
}

}  // namespace textkin::engine::commands
