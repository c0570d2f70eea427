#include "engine/plan.h"

#include <fmt/format.h>

#include <memory>

#include "base/output_file.h"
#include "base/sort.h"
#include "engine/gather.h"
#include "engine/plan_options.h"
#include "hash/mix.h"
#include "join/overlap.h"
#include "report/plan_report.h"
#include "sketch/catalog.h"
#include "stats/plan/planner.h"
#include "textkin/pair.h"

namespace textkin::engine {
namespace {

constexpr std::uint64_t kSampledPairs = 200000;

// Mean similarity, and mean probability of becoming a candidate, of random pairs of the sample.
Status measure_background(const RunOptions& asked, const CollisionLaw& law, Progress& progress, PlanReport& report) {
  Result<RunOptions> options = resolve(asked);
  if (!options.ok()) return options.status();
  Result<std::unique_ptr<Gather>> gather = Gather::open(*options, "", progress);
  if (!gather.ok()) return gather.status();
  Result<bool> all = (*gather)->retain({.features = options->memory / 2 / sizeof(Feature)});
  if (!all.ok()) return all.status();
  if (!*all)
    return Status(Code::kExhausted, "the background sample needs more than --memory; a few thousand documents do");
  Result<Collection> sample = (*gather)->take();
  if (!sample.ok()) return sample.status();
  const std::uint64_t documents = sample->documents();
  if (documents < 2) return Status(Code::kInvalidArgument, "the background sample holds fewer than two documents");

  const std::vector<FeatureView> sets = sample->feature_views();
  double similarity = 0;
  double candidate = 0;
  const std::uint64_t possible = documents * (documents - 1) / 2;
  const std::uint64_t pairs = std::min(kSampledPairs, possible);
  for (std::uint64_t draw = 0; draw < pairs; ++draw) {
    const std::uint64_t word = hash::stream_word(options->seed, draw);
    const std::uint64_t a = (word >> 32) * documents >> 32;
    const std::uint64_t other = (word & 0xFFFFFFFFu) * (documents - 1) >> 32;
    const std::uint64_t b = other + (other >= a);
    const VerifiedPair pair{.shared = static_cast<std::uint32_t>(join::overlap(sets[a], sets[b])),
                            .size_a = static_cast<std::uint32_t>(sets[a].size()),
                            .size_b = static_cast<std::uint32_t>(sets[b].size())};
    similarity += pair.jaccard();
    candidate += law.candidate_probability(pair.jaccard(), report.plan.bands, report.plan.rows);
  }
  const auto drawn = static_cast<double>(pairs);
  report.background_pairs = pairs;
  report.background_similarity = similarity / drawn;
  const auto n = static_cast<double>(report.documents.value_or(documents));
  report.documents = report.documents.value_or(documents);
  report.expected_candidates = candidate / drawn * n * (n - 1) / 2;
  return {};
}

}  // namespace

Result<PlanReport> plan(const RunOptions& options, const PlanOptions& wanted, Progress& progress) {
  Result<std::unique_ptr<Sketcher>> sketcher = sketch::make_bandable(options.sketch, options.hashes, options.seed);
  if (!sketcher.ok()) return sketcher.status();
  const CollisionLaw& law = (*sketcher)->law();
  Result<Plan> chosen = make_plan(options, law);
  if (!chosen.ok()) return chosen.status();
  Result<std::unique_ptr<base::OutputFile>> file =
      base::OutputFile::create(wanted.output, base::packing_of(wanted.output));
  if (!file.ok()) return file.status();

  PlanReport report;
  report.plan = *chosen;
  report.sketch = (*sketcher)->spec().name;
  report.preference = options.bands != 0 ? "given" : options.prefer.empty() ? "recall" : options.prefer;
  for (const stats::CurvePoint& point : stats::s_curve(law, *chosen))
    report.curve.push_back({point.similarity, point.probability});
  report.signature_bytes = std::uint64_t{options.hashes} * sizeof(Cell);
  report.band_record_bytes = (std::uint64_t{chosen->bands} + 1) * sizeof(base::KeyValue);
  report.documents = wanted.documents;
  if (!options.input.arguments.empty()) TEXTKIN_RETURN_IF_ERROR(measure_background(options, law, progress, report));

  TEXTKIN_RETURN_IF_ERROR((*file)->write(wanted.json ? report::plan_json(report) : report::plan_text(report)));
  TEXTKIN_RETURN_IF_ERROR((*file)->commit());
  return report;
}

}  // namespace textkin::engine
