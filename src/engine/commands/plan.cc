#include "engine/commands/plan.h"

#include <fmt/format.h>

#include <memory>

#include "base/sort.h"
#include "engine/find/background.h"
#include "engine/run/plan_options.h"
#include "report/commands/plan_report.h"
#include "sketch/catalog.h"
#include "stats/plan/planner.h"

namespace textkin::engine::commands {
namespace {

// Mean similarity, and mean probability of becoming a candidate, of random pairs of the sample.
Status measure_background(const run::RunOptions& asked, const CollisionLaw& law, Progress& progress,
                          report::PlanReport& report) {
  TEXTKIN_ASSIGN_OR_RETURN(const find::Background background,
                           find::sample_background(asked, asked.search.sketch.seed, progress));
  double similarity = 0;
  double candidate = 0;
  for (const double drawn : background.similarities) {
    similarity += drawn;
    candidate += law.candidate_probability(drawn, report.plan.bands, report.plan.rows);
  }
  report.background_pairs = background.similarities.size();
  const auto pairs = static_cast<double>(report.background_pairs);
  report.background_similarity = similarity / pairs;
  report.documents = report.documents.value_or(background.documents);
  const auto n = static_cast<double>(*report.documents);
  report.expected_candidates = candidate / pairs * n * (n - 1) / 2;
  return {};
}

}  // namespace

Result<report::PlanReport> plan(const run::RunOptions& asked, const PlanOptions& wanted, write::Results& results,
                                Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const run::Search search, run::settle(asked.search));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(search.sketch));
  const CollisionLaw& law = sketcher->law();
  TEXTKIN_ASSIGN_OR_RETURN(Plan chosen, run::make_plan(search, law));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<write::TextSink> output, results.open_text(wanted.output));

  report::PlanReport report;
  report.plan = chosen;
  report.sketch = sketcher->spec().name;
  report.preference = search.bands != 0 ? "given" : search.prefer.empty() ? "recall" : search.prefer;
  for (const stats::CurvePoint& point : stats::s_curve(law, chosen))
    report.curve.push_back({point.similarity, point.probability});
  report.signature_bytes = std::uint64_t{search.sketch.hashes} * sizeof(Cell);
  report.band_record_bytes = (std::uint64_t{chosen.bands} + 1) * sizeof(base::KeyValue);
  report.documents = wanted.documents;
  if (!asked.inputs.spec.arguments.empty()) TEXTKIN_RETURN_IF_ERROR(measure_background(asked, law, progress, report));

  TEXTKIN_RETURN_IF_ERROR(output->give(wanted.json ? report::plan_json(report) : report::plan_text(report)));
  return report;
}

}  // namespace textkin::engine::commands
