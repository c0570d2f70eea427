#include "engine/find/search_run.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "engine/find/predicted_recall.h"
#include "engine/find/preparation.h"
#include "engine/find/result_files.h"
#include "engine/find/search_bands.h"
#include "engine/find/search_join.h"
#include "engine/read/reading_stats.h"
#include "engine/run/run_spec.h"
#include "join/measures/threshold.h"
#include "text/catalog.h"

namespace textkin::engine::find {
namespace {

void describe_method(const Preparation& prepared, const run::SettledRun& run, RunStats& stats) {
  stats.recall_target = run.search.prefer.empty() ? run.search.recall : 0;
  stats.seed = run.search.sketch.seed;
  stats.spec = fmt::format("{}|{}|k={}|seed={}", text::describe(run.text), prepared.sketcher->spec().name,
                           run.search.sketch.hashes, run.search.sketch.seed);
  stats.method = prepared.choice.exact ? "exact" : "lsh";
  stats.reason = prepared.choice.reason;
  if (prepared.choice.exact) return;
  stats.recall_at_threshold = prepared.plan.recall_at_threshold;
  stats.bands = prepared.plan.bands;
  stats.rows = prepared.plan.rows;
  stats.hashes = prepared.plan.hashes;
}

// The collection, its journal and what is known of both; the rest of the preparation stays.
SearchRun begin(Preparation& prepared, const run::SettledRun& run) {
  SearchRun search{std::move(prepared.read.collection), std::move(prepared.read.journal), {}, {}, {}, {}};
  search.stats = read::reading_stats(run, search.collection);
  describe_method(prepared, run, search.stats);
  return search;
}

// By the exact join, or as a former run found them.
Result<FoundPairs> find_exactly(const SearchRun& search, const join::Frequencies& frequencies, PairsWanted want,
                                const join::Threshold& least, run::StageClock& clock) {
  run::Journal& journal = *search.journal;
  FoundPairs found;
  if (journal.stage() == store::Stage::kJoined) {
    TEXTKIN_RETURN_IF_ERROR(take_up_identical(*journal.identical(), search.collection.documents(), found));
    for (const run::Journal::File& file : journal.pairs())
      TEXTKIN_RETURN_IF_ERROR(take_up_pairs(file, search.collection.documents(), found));
    return found;
  }
  TEXTKIN_ASSIGN_OR_RETURN(found, search_join(search.collection, frequencies, search.order, want, least, clock));
  if (!journal.kept()) return found;
  // All at once: what is found exactly is not worth taking up in parts.
  TEXTKIN_RETURN_IF_ERROR(write_identical(journal, found));
  std::vector<VerifiedPair> scratch;
  for (std::size_t chunk = 0; chunk < found.pairs.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> pairs, found.pairs.read(chunk, scratch));
    TEXTKIN_RETURN_IF_ERROR(write_pairs(journal, pairs, {}));
  }
  return found;
}

}  // namespace

RunStats SearchRun::all_stats() const {
  RunStats all = stats;
  all.spilled_bytes = found.spilled_bytes + journal->written_bytes() + collection.spooled_bytes();
  return all;
}

Result<SearchRun> sketch_only(const run::SettledRun& run, const SearchGoal& goal, Progress& progress,
                              run::StageClock& clock) {
  TEXTKIN_ASSIGN_OR_RETURN(Preparation prepared, prepare(run, goal, progress, clock));
  return begin(prepared, run);
}

Result<SearchRun> find_similar(const run::SettledRun& run, const SearchGoal& goal, Progress& progress,
                               run::StageClock& clock) {
  TEXTKIN_ASSIGN_OR_RETURN(Preparation prepared, prepare(run, goal, progress, clock));
  SearchRun search = begin(prepared, run);
  if (goal.check) TEXTKIN_RETURN_IF_ERROR(goal.check(search.collection));
  run::Journal& journal = *search.journal;
  const std::string keep = goal.want == PairsWanted::kLeaders ? goal.keep : std::string();
  TEXTKIN_RETURN_IF_ERROR(
      journal.begin_join(run::join_spec(run.search, keep, goal.index), search_cut(search.collection.shares)));
  if (goal.make_order) {
    TEXTKIN_ASSIGN_OR_RETURN(search.order, goal.make_order(search.collection));
  }
  if (prepared.choice.exact) {
    TEXTKIN_ASSIGN_OR_RETURN(search.found,
                             find_exactly(search, *prepared.frequencies, goal.want, run.search.least, clock));
  } else {
    TEXTKIN_ASSIGN_OR_RETURN(search.found, search_bands(search.collection, journal, prepared.records, search.order,
                                                        goal.want, run.search.least, clock));
  }
  TEXTKIN_RETURN_IF_ERROR(journal.reach(store::Stage::kJoined));
  if (goal.want == PairsWanted::kLeaders)  // they stay, so it is nothing that they are equal to others that stay
    std::erase_if(search.found.duplicates,
                  [from = stays_from(search.collection)](const Duplicate& duplicate) { return duplicate.doc >= from; });

  search.stats.exact_duplicates = search.found.duplicates.size();
  search.stats.candidates = search.found.counts.candidates;
  search.stats.verified = search.found.counts.verified;
  if (prepared.choice.exact) return search;
  TEXTKIN_ASSIGN_OR_RETURN(const SimilarityCounts counts,
                           goal.want == PairsWanted::kLeaders
                               ? SimilarityCounts::of(search.found)
                               : SimilarityCounts::of_all(search.found, !search.collection.has_against));
  search.stats.recall_predicted = predicted_recall(prepared.sketcher->law(), prepared.plan, counts);
  search.similarities = counts.steps();
  return search;
}

}  // namespace textkin::engine::find
