#include "engine/find/search_run.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/cpu.h"
#include "base/machine.h"
#include "engine/find/predicted_recall.h"
#include "engine/find/result_files.h"
#include "engine/find/search_bands.h"
#include "engine/find/search_join.h"
#include "engine/read/feature_sources.h"
#include "engine/read/first_pass.h"
#include "engine/run/measure_names.h"
#include "engine/run/plan_options.h"
#include "engine/run/run_spec.h"
#include "join/bands/identical.h"
#include "sketch/catalog.h"
#include "stats/plan/method_cost.h"
#include "text/catalog.h"

namespace textkin::engine::find {
namespace {

struct Survey {
  stats::MethodChoice choice;
  std::optional<join::Frequencies> frequencies;  // where the exact join was considered
};

// What was asked for, or what is cheaper on a collection that is held in memory as a whole.
Result<Survey> survey(const run::RunOptions& options, const Plan& plan, const read::Collection& seen,
                      bool all_retained) {
  Survey survey;
  survey.choice.reason = "asked for";
  if (options.method == run::Method::kLsh) return survey;
  if (!run::why_no_bands(options.measure).empty())
    survey.choice.reason = fmt::format("{} has no bands", options.measure_name);
  const bool large = seen.features > stats::kMostFeaturesForChoice ||
                     std::uint64_t{seen.documents()} * (plan.bands + 1) > stats::kMostRecordsForChoice;
  if (options.method == run::Method::kAuto && (large || !all_retained)) {
    survey.choice.reason = "auto: the collection is large";
    return survey;
  }
  if (!all_retained)
    return Status(
        Code::kExhausted,
        fmt::format("the exact method holds all shingle sets, and --memory {} has room for {} shingles; give "
                    "more, or --method lsh",
                    run::in_mebibytes(options.memory), run::most_exact_features(options.memory, options.least())));
  const bool asked = options.method == run::Method::kExact;
  if (!asked) {
    survey.choice = stats::choose_method(seen.documents(), seen.features, plan, 0);
    if (!survey.choice.exact) return survey;
  }
  const std::vector<FeatureView> sets = seen.feature_views();
  survey.frequencies = join::Frequencies::count(sets, options.threads);
  survey.choice.exact = true;
  if (asked) return survey;
  // Identical documents are collapsed before the join, whichever of them will stand for the others.
  TEXTKIN_ASSIGN_OR_RETURN(const join::IdenticalGroups identical,
                           join::find_identical(sets, KeepOrder(), options.threads));
  const double hits =
      join::predicted_prefix_hits(sets, *survey.frequencies, options.least(), identical.collapsed, options.threads);
  survey.choice = stats::choose_method(seen.documents(), seen.features, plan, hits);
  return survey;
}

void describe(const run::RunOptions& options, const read::Collection& collection, RunStats& stats) {
  stats.threshold = options.threshold;
  stats.measure = options.measure_name;
  stats.recall_target = options.prefer.empty() ? options.recall : 0;
  stats.seed = options.seed;
  stats.documents = collection.documents();
  stats.empty = collection.empty;
  stats.problems = collection.problems;
  stats.skipped_hidden = collection.list.skipped_hidden;
  stats.skipped_links = collection.list.skipped_links;
  stats.input_bytes = collection.input_bytes;
  stats.threads = options.threads;
  stats.simd = base::simd_name();
}

// The first pass: read, choose the method, sketch if it is that. Or what a former run left of it.
class Preparation {
 public:
  Preparation(const run::RunOptions& options, const SearchGoal& purpose, Progress& progress, run::StageClock& clock)
      : options_(options), purpose_(purpose), progress_(progress), clock_(clock) {}

  Status run() {
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Sketcher> made,
                             sketch::make_bandable(options_.sketch, options_.hashes, options_.seed));
    sketcher = std::move(made);
    Result<Plan> planned = run::make_plan(options_, sketcher->law());
    // The exact method needs none, so thresholds that no bands can serve are nothing to it.
    if (planned.ok()) plan = *planned;
    const bool chosen_by_hand = options_.bands != 0 || !options_.prefer.empty();
    if (!planned.ok() && (options_.method != run::Method::kExact || chosen_by_hand)) return planned.status();

    clock_.begin("read");
    TEXTKIN_ASSIGN_OR_RETURN(gather_, read::FirstPass::open(options_, purpose_.keep, progress_));
    run::Journal& journal = gather_->journal();
    TEXTKIN_RETURN_IF_ERROR(check_stage(journal));
    const std::string bands = fmt::format("{} bands of {} rows", plan.bands, plan.rows);
    if (gather_->resumed()) {
      if (journal.noted("bands") != bands)
        return Status(Code::kMismatch, fmt::format("{} was made with {}, this program would make {}; name another "
                                                   "--run-dir, or remove this one and begin again",
                                                   options_.run_dir, journal.noted("bands"), bands));
      found_out.choice = {journal.noted("method") == "exact", journal.noted("reason")};
    } else {
      TEXTKIN_RETURN_IF_ERROR(choose());
      journal.note("method", found_out.choice.exact ? "exact" : "lsh");
      journal.note("reason", found_out.choice.reason);
      journal.note("bands", bands);
    }
    if (!found_out.choice.exact) {
      clock_.begin(gather_->collection().features_retained ? "sketch" : "read");
      TEXTKIN_RETURN_IF_ERROR(gather_->sketch(plan));
    }
    TEXTKIN_ASSIGN_OR_RETURN(collection, gather_->take());
    if (found_out.choice.exact) {
      if (gather_->resumed()) TEXTKIN_RETURN_IF_ERROR(retain_again());
    } else {
      TEXTKIN_ASSIGN_OR_RETURN(records, gather_->take_records(collection));
    }
    gather_.reset();
    base::release_memory(options_.memory);
    return {};
  }

  std::unique_ptr<Sketcher> sketcher;
  Plan plan;
  Survey found_out;
  read::Collection collection;
  read::BandPartitions records;

 private:
  Status check_stage(const run::Journal& journal) const {
    if (journal.stage() >= purpose_.needed) return {};
    const char* command = purpose_.needed == store::Stage::kJoined ? "join" : "sketch";
    return Status(Code::kMismatch, fmt::format("{} is not there yet; run `textkin {} --run-dir {}` first",
                                               options_.run_dir, command, options_.run_dir));
  }

  Status choose() {
    const run::MemoryShares& shares = gather_->collection().shares;
    read::RetainLimit most{.features = run::most_exact_features(options_.memory, options_.least())};
    // Where the method may be lsh, the records of what is held must fit too.
    if (options_.method != run::Method::kExact)
      most = {.features = std::max(stats::kMostFeaturesForChoice, shares.held_features),
              .documents =
                  std::max(stats::kMostRecordsForChoice, shares.unwritten / sizeof(base::KeyValue)) / (plan.bands + 1)};
    TEXTKIN_ASSIGN_OR_RETURN(bool all_retained, gather_->retain(most));
    clock_.begin("survey");
    TEXTKIN_ASSIGN_OR_RETURN(found_out, survey(options_, plan, gather_->collection(), all_retained));
    return {};
  }

  // The exact method of a run that was stopped behind its first pass: sets are made again from the texts.
  Status retain_again() {
    TEXTKIN_ASSIGN_OR_RETURN(join::FeatureSources sources, read::feature_sources(collection, options_));
    TEXTKIN_RETURN_IF_ERROR(read::read_all_features(sources, collection.documents(), collection.retained));
    collection.features_retained = true;
    found_out.frequencies = join::Frequencies::count(collection.feature_views(), options_.threads);
    return {};
  }

  const run::RunOptions& options_;
  const SearchGoal& purpose_;
  Progress& progress_;
  run::StageClock& clock_;
  std::unique_ptr<read::FirstPass> gather_;
};

void describe_method(const Preparation& first, const run::RunOptions& options, RunStats& stats) {
  stats.spec = fmt::format("{}|{}|k={}|seed={}", text::describe(options.text), first.sketcher->spec().name,
                           options.hashes, options.seed);
  stats.method = first.found_out.choice.exact ? "exact" : "lsh";
  stats.reason = first.found_out.choice.reason;
  if (first.found_out.choice.exact) return;
  stats.recall_at_threshold = first.plan.recall_at_threshold;
  stats.bands = first.plan.bands;
  stats.rows = first.plan.rows;
  stats.hashes = first.plan.hashes;
}

Result<FoundPairs> search(Preparation& first, const KeepOrder& order, const run::RunOptions& options,
                          const SearchGoal& purpose, run::StageClock& clock) {
  read::Collection& collection = first.collection;
  if (!first.found_out.choice.exact)
    return search_bands(collection, first.records, order, purpose.want, options, clock);
  run::Journal& journal = *collection.journal;
  FoundPairs found;
  if (journal.stage() == store::Stage::kJoined) {
    TEXTKIN_RETURN_IF_ERROR(take_up_identical(*journal.identical(), collection.documents(), found));
    for (const run::Journal::File& file : journal.pairs())
      TEXTKIN_RETURN_IF_ERROR(take_up_pairs(file, collection.documents(), found));
    return found;
  }
  Result<FoundPairs> joined =
      search_join(collection, *first.found_out.frequencies, order, purpose.want, options, clock);
  if (!joined.ok() || !journal.kept()) return joined;
  // All at once: what is found exactly is not worth taking up in parts.
  TEXTKIN_RETURN_IF_ERROR(write_identical(journal, *joined));
  std::vector<VerifiedPair> scratch;
  for (std::size_t chunk = 0; chunk < joined->pairs.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> pairs, joined->pairs.read(chunk, scratch));
    TEXTKIN_RETURN_IF_ERROR(write_pairs(journal, pairs, {}));
  }
  return joined;
}

}  // namespace

Result<SearchRun> sketch_only(const run::RunOptions& options, const SearchGoal& purpose, Progress& progress,
                              run::StageClock& clock) {
  Preparation first(options, purpose, progress, clock);
  TEXTKIN_RETURN_IF_ERROR(first.run());
  SearchRun similar{std::move(first.collection), {}, {}, {}};
  describe(options, similar.collection, similar.stats);
  describe_method(first, options, similar.stats);
  return similar;
}

Result<SearchRun> find_similar(const run::RunOptions& options, const SearchGoal& purpose, Progress& progress,
                               run::StageClock& clock) {
  Preparation first(options, purpose, progress, clock);
  TEXTKIN_RETURN_IF_ERROR(first.run());
  run::Journal& journal = *first.collection.journal;
  TEXTKIN_RETURN_IF_ERROR(
      journal.begin_join(run::join_spec(options, purpose.want == PairsWanted::kLeaders ? purpose.keep : std::string()),
                         search_cut(first.collection.shares)));
  TEXTKIN_ASSIGN_OR_RETURN(KeepOrder order, purpose.make_order(first.collection));
  TEXTKIN_ASSIGN_OR_RETURN(FoundPairs found, search(first, order, options, purpose, clock));
  TEXTKIN_RETURN_IF_ERROR(journal.reach(store::Stage::kJoined));

  SearchRun similar{std::move(first.collection), std::move(order), std::move(found), {}};
  RunStats& stats = similar.stats;
  describe(options, similar.collection, stats);
  describe_method(first, options, stats);
  stats.exact_duplicates = similar.found.duplicates.size();
  stats.candidates = similar.found.counts.candidates;
  stats.verified = similar.found.counts.verified;
  if (first.found_out.choice.exact) return similar;
  TEXTKIN_ASSIGN_OR_RETURN(SimilarityCounts counts, SimilarityCounts::of(similar.found));
  stats.recall_predicted = predicted_recall(first.sketcher->law(), first.plan, counts);
  similar.similarities = counts.steps();
  return similar;
}

}  // namespace textkin::engine::find
