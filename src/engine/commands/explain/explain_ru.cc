#include "engine/commands/explain/explain_ru.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>

#include "base/output_file.h"
#include "engine/commands/two_documents.h"
#include "join/sets/overlap.h"
#include "report/commands/ru_report.h"
#include "sketch/studies/ru.h"
#include "stats/law/modified_similarity.h"
#include "stats/law/ru_law.h"
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

Status fill_law(const sketch::RuMatrix& matrix, report::RuReport& report) {
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

Result<report::RuReport> explain_ru(const run::ReadOptions& asked, std::uint32_t hashes, std::uint64_t seed,
                                    const RuOptions& wanted, Progress& progress) {
  if (hashes == 0) return Status(Code::kInvalidArgument, "an estimate needs at least 1 hash");
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(wanted.output));

  TEXTKIN_ASSIGN_OR_RETURN(
      const TwoDocuments two,
      read_two_documents(asked, 4, fmt::format("--estimator {} takes two documents", wanted.estimator), progress));
  const FeatureView a = two.a();
  const FeatureView b = two.b();
  if (a.size() + b.size() >= std::numeric_limits<std::uint32_t>::max())
    return Status(Code::kExhausted, "RU and RUM number at most 2^32 rows");

  report::RuReport report;
  report.id_a = two.id_a;
  report.id_b = two.id_b;
  report.spec = text::describe(asked.text);
  report.estimator = wanted.estimator;
  report.extreme = wanted.extreme;
  report.size_a = a.size();
  report.size_b = b.size();
  report.functions = hashes;

  const Stopwatch exact;
  report.shared = join::overlap(a, b);
  report.seconds_exact = exact.seconds();
  const Stopwatch estimator;
  const sketch::RuMatrix matrix = sketch::ru_matrix(a, b, listing_of(wanted.estimator));
  report.matches = sketch::ru_matches(
      matrix, hashes, seed, wanted.extreme == "maximum" ? sketch::RuExtreme::kMaximum : sketch::RuExtreme::kMinimum);
  report.seconds_estimator = estimator.seconds();
  report.rows = matrix.rows;
  report.similarity = wanted.estimator == "ru" ? report.share() : stats::plain_similarity(report.share());
  if (matrix.rows > 0) TEXTKIN_RETURN_IF_ERROR(fill_law(matrix, report));

  TEXTKIN_RETURN_IF_ERROR(file->write(wanted.json ? report::ru_json(report) : report::ru_text(report)));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  return report;
}

}  // namespace textkin::engine::commands
