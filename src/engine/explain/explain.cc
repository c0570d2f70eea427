#include "engine/explain/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/output_file.h"
#include "engine/explain/explain_rows.h"
#include "engine/run/plan_options.h"
#include "report/commands/explanation_json.h"
#include "report/commands/explanation_text.h"
#include "sketch/studies/signature_matrix.h"
#include "stats/law/binomial_law.h"
#include "stats/plan/planner.h"

namespace textkin::engine::explain {
namespace {

// Up to so many documents every pair is shown, also those that are no candidates.
constexpr std::size_t kFewDocuments = 12;
constexpr std::uint64_t kMostHashes = 4096;

Status check(const SketchOptions& sketch, const ExplainOptions& wanted) {
  const auto refuse = [](std::string why) { return Status(Code::kInvalidArgument, std::move(why)); };
  if (wanted.multipliers.empty() && (wanted.offset != 0 || wanted.modulus != 0))
    return refuse("--offset and --modulus belong to --multipliers; without them functions are drawn by --seed");
  if (std::max<std::uint64_t>(sketch.hashes, wanted.multipliers.size()) > kMostHashes)
    return refuse(fmt::format("explain computes at most {} hash functions", kMostHashes));
  return {};
}

void fill_functions(const SketchOptions& asked, const ExplainOptions& wanted, report::Explanation& e) {
  const std::uint64_t rows = e.rows.size();
  if (wanted.multipliers.empty()) {
    e.functions = sketch::draw_functions(rows, asked.hashes, asked.seed);
    return;
  }
  const std::uint64_t modulus = wanted.modulus != 0 ? wanted.modulus : sketch::least_prime(rows);
  for (const std::uint64_t multiplier : wanted.multipliers) {
    report::Explanation::Function function{multiplier, wanted.offset, modulus, true};
    function.permutes = sketch::permutes(function, rows);
    e.functions.push_back(function);
  }
}

Status fill_plan(run::Search search, bool given, report::Explanation& e) {
  const auto hashes = static_cast<std::uint32_t>(e.functions.size());
  search.sketch.hashes = hashes;
  const bool preferred = search.bands == 0 && search.prefer.empty();
  if (preferred) search.prefer = "accuracy";
  // The few functions of a textbook may be a prime number of them: then what there is is shown.
  TEXTKIN_ASSIGN_OR_RETURN(e.plan, preferred && given
                                       ? stats::plan_by_preference(stats::BinomialLaw(), search.least.least_jaccard(),
                                                                   stats::Preference::kAccuracy, hashes)
                                       : run::make_plan(search, stats::BinomialLaw()));
  e.preference = search.bands != 0 ? "given" : search.prefer;
  if (search.bands != 0) return {};
  for (std::uint32_t rows = hashes; rows > 0; --rows) {
    const std::uint32_t bands = hashes / rows;
    if (bands * rows == hashes) e.trials.push_back({bands, rows, std::pow(1.0 / bands, 1.0 / rows)});
  }
  return {};
}

void measure(report::Explanation& e, report::Explanation::Pair& pair) {
  for (const std::vector<std::uint64_t>& cells : e.signature)
    pair.matches += cells[pair.a] == cells[pair.b] && cells[pair.a] != report::Explanation::kInfinity;
  const auto& a = e.sets[pair.a];
  const auto& b = e.sets[pair.b];
  std::vector<std::uint32_t> shared;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
  pair.shared = shared.size();
  pair.united = a.size() + b.size() - shared.size();
}

void fill_pairs(report::Explanation& e) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, report::Explanation::Pair> pairs;
  for (const report::Explanation::Bucket& bucket : e.buckets)
    for (std::size_t j = 1; j < bucket.documents.size(); ++j)
      for (std::size_t i = 0; i < j; ++i)
        pairs[{bucket.documents[i], bucket.documents[j]}].bands.push_back(bucket.band);
  e.candidates = pairs.size();
  e.all_pairs = e.sets.size() <= kFewDocuments;
  if (e.all_pairs)
    for (std::uint32_t b = 1; b < e.sets.size(); ++b)
      for (std::uint32_t a = 0; a < b; ++a) pairs.try_emplace({a, b});
  for (auto& [documents, pair] : pairs) {
    pair.a = documents.first;
    pair.b = documents.second;
    measure(e, pair);
    using Outcome = report::Explanation::Outcome;
    const double estimate = static_cast<double>(pair.matches) / static_cast<double>(e.functions.size());
    pair.outcome = pair.bands.empty()                        ? Outcome::kNotCandidate
                   : e.filter && estimate < e.plan.threshold ? Outcome::kFiltered
                   : pair.jaccard() < e.plan.threshold       ? Outcome::kBelow
                                                             : Outcome::kSimilar;
    e.pairs.push_back(std::move(pair));
  }
}

}  // namespace

Result<report::Explanation> explain(const run::RunOptions& asked, const ExplainOptions& wanted, Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(check(asked.search.sketch, wanted));
  TEXTKIN_ASSIGN_OR_RETURN(const run::SettledRun run, run::settle(asked));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(wanted.output));

  report::Explanation e;
  e.shingle_hash = wanted.shingle_hash;
  TEXTKIN_RETURN_IF_ERROR(fill_rows(run, wanted.rows_order, progress, e));
  fill_functions(run.search.sketch, wanted, e);
  TEXTKIN_RETURN_IF_ERROR(fill_plan(run.search, !wanted.multipliers.empty(), e));
  e.filter = wanted.filter;
  sketch::fill_signature(e, static_cast<std::uint32_t>(e.rows.size()), wanted.trace);
  sketch::fill_buckets(e, e.plan.bands, e.plan.rows);
  fill_pairs(e);

  TEXTKIN_RETURN_IF_ERROR(file->write(wanted.json ? report::explain_json(e) : report::explain_text(e, wanted.show)));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  return e;
}

}  // namespace textkin::engine::explain
