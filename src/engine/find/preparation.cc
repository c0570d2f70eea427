#include "engine/find/preparation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/machine.h"
#include "engine/read/feature_sources.h"
#include "engine/run/plan_options.h"
#include "engine/run/run_spec.h"
#include "join/bands/identical.h"
#include "join/exact/prefix_cost.h"
#include "join/exact/prefix_entries.h"
#include "sketch/catalog.h"
#include "text/catalog.h"

namespace textkin::engine::find {
namespace {

// Whether the index of the exact method has room beside the sets: features that one set alone holds are not in it, so
// that only who has counted all of them can say.
Status check_room_of_the_index(const read::Collection& seen, const std::vector<FeatureView>& sets,
                               const join::Frequencies& frequencies, const join::Threshold& threshold) {
  const auto features = static_cast<double>(seen.features);
  const auto needed = [&](double entries) {
    return run::memory_of_a_run(seen.threads, seen.documents()) +
           run::exact_memory(features, entries, seen.documents());
  };
  const std::uint64_t room = seen.budget->limit() - seen.shares.windows;
  if (needed(features) <= room) return {};
  TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t entries,
                           join::count_prefix_entries(sets, frequencies, threshold, seen.threads));
  if (needed(static_cast<double>(entries)) <= room) return {};
  return run::too_little_memory(seen.shares, needed(static_cast<double>(entries)), seen.documents());
}

// What was asked for, or what is cheaper on a collection that is held in memory as a whole. `why_exact`: of
// settle_plan().
Status choose(const run::SettledRun& run, const std::string& why_exact, const read::RetainedSets& retained,
              Preparation& out) {
  const run::Search& search = run.search;
  const read::Collection& seen = retained.collection();
  out.choice.reason = why_exact.empty() ? "asked for" : why_exact;
  if (search.method == run::Method::kLsh) return {};
  if (!search.least.measure->why_no_bands.empty())
    out.choice.reason = fmt::format("{} has no bands", search.least.measure->name);
  const bool large = seen.features > stats::kMostFeaturesForChoice ||
                     std::uint64_t{seen.documents()} * (out.plan.bands + 1) > stats::kMostRecordsForChoice;
  if (search.method == run::Method::kAuto && (large || !retained.all())) {
    out.choice.reason = "auto: the collection is large";
    return {};
  }
  if (!retained.all())
    return Status(Code::kExhausted,
                  fmt::format("the exact method holds all shingle sets, and --memory {} has room for {} shingles; give "
                              "more, or --method lsh",
                              run.limits.given().told(), run::most_exact_features(run.limits.memory)));
  const bool asked = search.method == run::Method::kExact;
  if (!asked) {
    out.choice = stats::choose_method(seen.documents(), seen.features, out.plan, 0);
    if (!out.choice.exact) return {};
  }
  const std::vector<FeatureView> sets = seen.feature_views();
  out.frequencies = join::Frequencies::count(sets, seen.threads);
  out.choice.exact = true;
  if (asked) return check_room_of_the_index(seen, sets, *out.frequencies, search.least);
  // Identical documents are collapsed before the join, whichever of them will stand for the others.
  TEXTKIN_ASSIGN_OR_RETURN(const join::IdenticalGroups identical,
                           join::find_identical(sets, KeepOrder(), seen.threads));
  const double hits =
      join::predicted_prefix_hits(sets, *out.frequencies, search.least, identical.collapsed, seen.threads);
  out.choice = stats::choose_method(seen.documents(), seen.features, out.plan, hits);
  return {};
}

// The exact method needs no plan, so thresholds that no bands can serve are nothing to it: auto takes it there, and
// `why_exact` says so.
Status settle_plan(run::Search& search, Preparation& out, std::string& why_exact) {
  Result<Plan> planned = run::make_plan(search, out.sketcher->law());
  if (planned.ok()) {
    out.plan = *planned;
    return {};
  }
  const bool chosen_by_hand = search.bands != 0 || !search.prefer.empty();
  if (search.method == run::Method::kLsh || chosen_by_hand) return planned.status();
  if (search.method == run::Method::kAuto) why_exact = "auto: " + planned.status().message();
  search.method = run::Method::kExact;
  return {};
}

Status check_stage(const run::Journal& journal, const SearchGoal& goal) {
  if (journal.stage() >= goal.needed) return {};
  const std::string& folder = journal.directory().path();
  const char* command = goal.needed == store::Stage::kJoined ? "join" : "sketch";
  return Status(Code::kMismatch,
                fmt::format("{} is not there yet; run `textkin {} --run-dir {}` first", folder, command, folder));
}

// What a run directory says of the method that its files are for.
struct RecordedChoice {
  std::string bands;

  explicit RecordedChoice(const Plan& plan) : bands(fmt::format("{} bands of {} rows", plan.bands, plan.rows)) {}

  void write(const stats::MethodChoice& choice, run::Journal& journal) const {
    journal.note("method", choice.exact ? "exact" : "lsh");
    journal.note("reason", choice.reason);
    journal.note("bands", bands);
  }
  Result<stats::MethodChoice> read(const run::Journal& journal) const {
    if (journal.noted("bands") == bands)
      return stats::MethodChoice{journal.noted("method") == "exact", journal.noted("reason")};
    return Status(Code::kMismatch, fmt::format("{} was made with {}, this program would make {}; name another "
                                               "--run-dir, or remove this one and begin again",
                                               journal.directory().path(), journal.noted("bands"), bands));
  }
};

read::RetainLimit most_to_retain(const run::SettledRun& run, const Plan& plan, const run::MemoryShares& shares) {
  if (run.search.method == run::Method::kExact)
    return {.features = run::most_exact_features(run.limits.memory - shares.windows), .exact_join = run.search.least};
  // Where the method may be lsh, the records of what is held must fit too.
  const std::uint64_t records = plan.bands + 1;
  const bool is_lsh = run.search.method == run::Method::kLsh;
  return {.features = std::max(stats::kMostFeaturesForChoice, shares.held_features),
          .documents = std::max(stats::kMostRecordsForChoice, shares.unwritten / sizeof(base::KeyValue)) / records,
          .decided_features = is_lsh ? 0 : stats::kMostFeaturesForChoice,
          .decided_documents = is_lsh ? 0 : stats::kMostRecordsForChoice / records,
          .exact_join = {}};
}

// The exact method of a run that was stopped behind its first pass: sets are made again from the texts.
Status retain_again(const run::Search& search, Preparation& out) {
  read::Collection& collection = out.read.collection;
  TEXTKIN_ASSIGN_OR_RETURN(FeatureSources sources, read::feature_sources(collection));
  TEXTKIN_RETURN_IF_ERROR(read::read_all_features(sources, collection.documents(), collection.retained));
  collection.features_retained = true;
  const std::vector<FeatureView> sets = collection.feature_views();
  out.frequencies = join::Frequencies::count(sets, collection.threads);
  if (search.method != run::Method::kExact) return {};
  return check_room_of_the_index(collection, sets, *out.frequencies, search.least);
}

}  // namespace

Result<Preparation> prepare(const run::SettledRun& asked, const SearchGoal& goal, Progress& progress,
                            run::StageClock& clock) {
  Preparation out;
  run::SettledRun run = asked;
  std::string why_exact;
  TEXTKIN_ASSIGN_OR_RETURN(out.sketcher, sketch::make_bandable(run.search.sketch));
  TEXTKIN_RETURN_IF_ERROR(settle_plan(run.search, out, why_exact));

  clock.begin("read");
  const std::string algorithms = fmt::format("{}|{}|short.v1", text::describe(run.text), out.sketcher->spec().name);
  TEXTKIN_ASSIGN_OR_RETURN(read::FirstPass pass,
                           read::FirstPass::open(run, run::sketch_spec(asked, goal.keep, algorithms), progress));
  TEXTKIN_RETURN_IF_ERROR(check_stage(pass.journal(), goal));
  const RecordedChoice recorded(out.plan);
  const bool resumed = pass.resumed();
  if (resumed) {
    // Later stages are given no input: `sketch -`, then `join`.
    if (goal.needed == store::Stage::kSketching) TEXTKIN_RETURN_IF_ERROR(pass.check_streams());
    TEXTKIN_ASSIGN_OR_RETURN(out.choice, recorded.read(pass.journal()));
  }
  const read::RetainLimit most = most_to_retain(run, out.plan, pass.collection().shares);
  TEXTKIN_ASSIGN_OR_RETURN(read::RetainedSets retained, std::move(pass).retain(most));
  if (!resumed) {
    clock.begin("survey");
    TEXTKIN_RETURN_IF_ERROR(choose(run, why_exact, retained, out));
    recorded.write(out.choice, retained.journal());
  }

  if (out.choice.exact) {
    TEXTKIN_ASSIGN_OR_RETURN(out.read, std::move(retained).finish());
    if (resumed) TEXTKIN_RETURN_IF_ERROR(retain_again(run.search, out));
  } else {
    clock.begin(retained.all() ? "sketch" : "read");
    TEXTKIN_ASSIGN_OR_RETURN(read::BandedCollection banded, std::move(retained).sketch(run.search.sketch, out.plan));
    out.read = std::move(banded.read);
    out.records = std::move(banded.records);
  }
  base::release_memory(run.limits.memory);
  return out;
}

}  // namespace textkin::engine::find
