#include "engine/similar.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/cpu.h"
#include "engine/choose_method.h"
#include "engine/gather.h"
#include "engine/plan_options.h"
#include "engine/search_bands.h"
#include "engine/search_join.h"
#include "join/identical.h"
#include "sketch/catalog.h"
#include "stats/recall/horvitz_thompson.h"
#include "text/catalog.h"

namespace textkin::engine {
namespace {

struct Survey {
  MethodChoice choice;
  std::optional<join::Frequencies> frequencies;  // where the exact join was considered
};

// What was asked for, or what is cheaper on a collection that is held in memory as a whole.
Result<Survey> survey(const RunOptions& options, const Plan& plan, const Collection& seen, bool all_retained) {
  Survey survey;
  survey.choice.reason = "asked for";
  if (options.method == Method::kLsh) return survey;
  if (options.method == Method::kAuto && !all_retained) {
    survey.choice.reason = "auto: the collection is large";
    return survey;
  }
  if (!all_retained)
    return Status(
        Code::kExhausted,
        "the exact method holds all shingle sets, and they need more than --memory; give more, or --method lsh");
  const bool asked = options.method == Method::kExact;
  if (!asked) {
    survey.choice = choose_method(seen.documents(), seen.features, plan, 0);
    if (!survey.choice.exact) return survey;
  }
  const std::vector<FeatureView> sets = seen.feature_views();
  survey.frequencies = join::Frequencies::count(sets, options.threads);
  survey.choice.exact = true;
  if (asked) return survey;
  // Identical documents are collapsed before the join, whichever of them will stand for the others.
  const Result<join::IdenticalGroups> identical = join::find_identical(sets, KeepOrder(), options.threads);
  if (!identical.ok()) return identical.status();
  const double hits =
      join::predicted_prefix_hits(sets, *survey.frequencies, options.threshold, identical->collapsed, options.threads);
  survey.choice = choose_method(seen.documents(), seen.features, plan, hits);
  return survey;
}

double predicted_recall(const CollisionLaw& law, const Plan& plan, const Found& found) {
  std::vector<double> similarities(found.duplicates.size(), 1.0);
  for (const VerifiedPair& pair : found.pairs) similarities.push_back(pair.jaccard());
  const std::optional<stats::RecallEstimate> estimate = stats::estimate_recall(law, plan, similarities);
  return estimate ? estimate->recall : plan.recall_at_threshold;
}

RunStats describe(const RunOptions& options, const Collection& collection, const Found& found) {
  RunStats stats;
  stats.threshold = options.threshold;
  stats.recall_target = options.recall;
  stats.seed = options.seed;
  stats.documents = collection.documents();
  stats.empty = collection.empty;
  stats.problems = collection.problems;
  stats.skipped_hidden = collection.list.skipped_hidden;
  stats.skipped_links = collection.list.skipped_links;
  stats.exact_duplicates = found.duplicates.size();
  stats.candidates = found.counts.candidates;
  stats.verified = found.counts.verified;
  stats.input_bytes = collection.input_bytes;
  stats.threads = options.threads;
  stats.simd = base::simd_name();
  return stats;
}

}  // namespace

Result<Similar> find_similar(const RunOptions& options, Want want,
                             const std::function<KeepOrder(const Collection&)>& make_order, Progress& progress,
                             StageClock& clock) {
  Result<std::unique_ptr<Sketcher>> sketcher = sketch::make_sketcher(options.sketch, options.hashes, options.seed);
  if (!sketcher.ok()) return sketcher.status();
  Result<Plan> plan = make_plan(options, (*sketcher)->law());
  if (!plan.ok()) return plan.status();

  clock.begin("read");
  Result<std::unique_ptr<Gather>> gather = Gather::open(options, progress);
  if (!gather.ok()) return gather.status();
  const std::uint64_t hold =
      options.method == Method::kExact ? options.memory / sizeof(Feature) : kMostFeaturesForChoice;
  Result<bool> all_retained = (*gather)->retain(hold);
  if (!all_retained.ok()) return all_retained.status();

  clock.begin("survey");
  Result<Survey> surveyed = survey(options, *plan, (*gather)->collection(), *all_retained);
  if (!surveyed.ok()) return surveyed.status();
  const MethodChoice& choice = surveyed->choice;

  BandTables tables;
  if (!choice.exact) {
    clock.begin(*all_retained ? "sketch" : "read");
    TEXTKIN_RETURN_IF_ERROR((*gather)->sketch(*plan, tables));
  }
  Result<Collection> collection = (*gather)->take();
  if (!collection.ok()) return collection.status();
  gather->reset();

  Similar similar{std::move(collection).value(), {}, {}, {}};
  similar.order = make_order(similar.collection);
  Result<Found> found =
      choice.exact ? search_join(similar.collection, *surveyed->frequencies, similar.order, want, options, clock)
                   : search_bands(similar.collection, tables, similar.order, want, options, clock);
  if (!found.ok()) return found.status();
  similar.found = std::move(found).value();

  similar.stats = describe(options, similar.collection, similar.found);
  similar.stats.spec = fmt::format("{}|{}|k={}|seed={}", text::describe(options.text), (*sketcher)->spec().name,
                                   options.hashes, options.seed);
  similar.stats.method = choice.exact ? "exact" : "lsh";
  similar.stats.reason = choice.reason;
  if (!choice.exact) {
    similar.stats.recall_at_threshold = plan->recall_at_threshold;
    similar.stats.recall_predicted = predicted_recall((*sketcher)->law(), *plan, similar.found);
    similar.stats.bands = plan->bands;
    similar.stats.rows = plan->rows;
    similar.stats.hashes = plan->hashes;
  }
  return similar;
}

}  // namespace textkin::engine
