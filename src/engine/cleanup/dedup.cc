#include "engine/cleanup/dedup.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "engine/cleanup/audit_rows.h"
#include "engine/cleanup/cleanup_report.h"
#include "engine/cleanup/decisions.h"
#include "engine/cleanup/keep_rule.h"
#include "engine/cleanup/kept_name.h"
#include "engine/cleanup/kept_output.h"
#include "engine/cleanup/old_index.h"
#include "engine/cleanup/old_side.h"
#include "engine/find/recall_audit.h"
#include "engine/find/search_run.h"
#include "engine/run/rows_of_door.h"
#include "engine/run/stage_clock.h"
#include "engine/write/in_place.h"
#include "engine/write/run_end.h"

namespace textkin::engine::cleanup {
namespace {

// `asked` at a threshold of its own must be served by what the run knows.
Status check_at(const DedupOptions& asked, const run::SettledRun& run, find::PairsWanted want) {
  if (asked.all_pairs && !run.inputs.against.empty())
    return Status(Code::kInvalidArgument, "--all-pairs is for one collection: documents of --against are not judged");
  if (asked.at == 0) return {};
  const run::Search& search = run.search;
  if (want != find::PairsWanted::kAllPairs)
    return Status(Code::kInvalidArgument,
                  "--at decides by all pairs, and this run finds those that one threshold needs; `textkin join --for "
                  "pairs`, or `textkin dedup --all-pairs`, finds all");
  if (asked.at > 1)
    return Status(Code::kInvalidArgument, fmt::format("--at {} cannot be reached; it is at most 1", asked.at));
  if (asked.at < search.least.value)
    return Status(Code::kInvalidArgument,
                  fmt::format("--at {}: the run knows pairs from {} on; make another with --threshold {}", asked.at,
                              search.least.value, asked.at));
  if (search.audit != 0)
    return Status(Code::kInvalidArgument, "--audit measures at the run's threshold; leave it or --at out");
  return {};
}

// What a clean-up writes: all of it opened before any work, and under its name only when all is written. What is kept
// gets its name last of all, by kept->commit(): it may take the place of the input, which says no more who was removed.
struct Outputs {
  std::unique_ptr<KeptOutput> kept;
  std::unique_ptr<AuditRows> audit;
  std::unique_ptr<CleanupReport> report;

  static Result<Outputs> open(const DedupOptions& asked, const run::SettledRun& run, bool two_sides,
                              const write::Results& results) {
    const bool rows = run::has_rows_of_door(run.inputs.spec);
    if (rows && !asked.copy_to.empty())
      return Status(Code::kInvalidArgument, "--copy-to is for files that are one document");
    if (!asked.check) TEXTKIN_RETURN_IF_ERROR(check_kept_name(asked.output, run.inputs.spec));
    DedupOptions written = asked;
    // What would go to standard output, and what stays of rows in memory, is the door's to write.
    if (!results.writes_files() && (rows || asked.output == "-")) written.check = true;
    Outputs outputs;
    TEXTKIN_ASSIGN_OR_RETURN(outputs.audit, AuditRows::open(asked, two_sides));
    TEXTKIN_ASSIGN_OR_RETURN(outputs.kept, KeptOutput::open(written, run.limits.threads));
    TEXTKIN_ASSIGN_OR_RETURN(outputs.report, CleanupReport::open(asked));
    return outputs;
  }

  Status write(const find::SearchRun& search, const std::vector<KeepDecision>& decisions, const run::SettledRun& run,
               const OldIndex* old, Progress& progress) {
    TEXTKIN_RETURN_IF_ERROR(kept->write(search.collection, decisions, progress));
    TEXTKIN_RETURN_IF_ERROR(audit->write(search.collection, decisions));
    TEXTKIN_RETURN_IF_ERROR(report->write(search, decisions, run, old));
    TEXTKIN_RETURN_IF_ERROR(kept->sync());
    TEXTKIN_RETURN_IF_ERROR(audit->commit());
    return report->commit();
  }
};

// What share of the alike documents this run dealt with: of which not both stay.
Status audit_if_asked(const run::Search& asked, const std::vector<KeepDecision>& decisions, find::SearchRun& search,
                      run::StageClock& clock) {
  if (asked.audit == 0) return {};
  clock.begin("audit");
  const auto stays = [&](DocId doc) { return decisions[doc].kept == doc; };
  TEXTKIN_ASSIGN_OR_RETURN(search.stats.audit,
                           find::audit_recall(
                               search.collection, asked, [&](DocId a, DocId b) { return !stays(a) || !stays(b); },
                               find::Neighbours::kAnywhere));
  return {};
}

// The same search, once `old` has said who goes for its documents.
find::SearchGoal after(OldIndex& old, find::SearchGoal goal, Progress& progress) {
  goal.index = old.state();
  goal.make_order = [&old, &progress,
                     order_of = std::move(goal.make_order)](const read::Collection& collection) -> Result<KeepOrder> {
    TEXTKIN_ASSIGN_OR_RETURN(KeepOrder order, order_of(collection));
    return old.ask(collection, std::move(order), progress);
  };
  return goal;
}

void count(const std::vector<KeepDecision>& decisions, const OldIndex* old, find::SearchRun& search) {
  const DocId first_old = search.collection.against;
  std::uint64_t removed = 0;
  std::uint64_t identical = 0;
  std::uint64_t for_old = 0;
  for (DocId doc = 0; doc < decisions.size(); ++doc) {
    removed += decisions[doc].kept != doc;
    identical += decisions[doc].kept != doc && decisions[doc].identical;
    for_old += decisions[doc].kept != doc && decisions[doc].kept >= first_old;
  }
  search.stats.removed = removed;
  search.stats.removed_identical = identical;
  search.stats.documents = first_old;
  search.stats.kept = first_old - removed;
  if (search.collection.has_against) search.stats.against = RunAgainst{decisions.size() - first_old, for_old};
  if (old == nullptr) return;
  search.stats.against = RunAgainst{old->documents(), for_old, old->recall()};
  search.stats.candidates += old->candidates();
  search.stats.verified += old->verified();
}

}  // namespace

Result<RunStats> clean_up(const std::string& command, const run::RunOptions& asked, const DedupOptions& outputs,
                          find::PairsWanted want, store::Stage needed, write::Results& results, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(run::SettledRun settled, run::settle(asked));
  TEXTKIN_ASSIGN_OR_RETURN(const KeepRule rule, parse_keep_rule(outputs.keep, settled.search));
  TEXTKIN_RETURN_IF_ERROR(check_sides(settled));
  TEXTKIN_RETURN_IF_ERROR(check_at(outputs, settled, want));
  settled = with_field_of(rule, std::move(settled));
  const bool two_sides = !settled.inputs.against.empty();
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<OldIndex> old, OldIndex::open(settled, outputs.held));
  const run::SettledRun& run = settled;
  TEXTKIN_ASSIGN_OR_RETURN(Outputs written, Outputs::open(outputs, run, two_sides, results));
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(run.stats, results, progress));

  run::StageClock clock;
  find::SearchGoal goal = rule.goal(want, progress);
  goal.needed = needed;
  if (!outputs.check)
    goal.check = [&](const read::Collection& collection) { return write::check_in_place(outputs.output, collection); };
  if (old != nullptr) goal = after(*old, std::move(goal), progress);
  TEXTKIN_ASSIGN_OR_RETURN(find::SearchRun search, find::find_similar(run, goal, progress, clock));

  clock.begin("decide");
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<KeepDecision> decisions, decide(search, want, outputs.at, results));
  if (old != nullptr) TEXTKIN_RETURN_IF_ERROR(old->decide(search, decisions));
  TEXTKIN_RETURN_IF_ERROR(audit_if_asked(run.search, decisions, search, clock));
  results.take_decisions(decisions);
  results.take_similarities(std::move(search.similarities));
  count(decisions, old.get(), search);

  clock.begin("write");
  TEXTKIN_RETURN_IF_ERROR(written.write(search, decisions, run, old.get(), progress));
  return end.finish(command, search.collection, search.all_stats(), clock, [&] { return written.kept->commit(); });
}

Result<RunStats> dedup(const run::RunOptions& options, const DedupOptions& outputs, write::Results& results,
                       Progress& progress) {
  const auto want = outputs.all_pairs ? find::PairsWanted::kAllPairs : find::PairsWanted::kLeaders;
  return clean_up("dedup", options, outputs, want, store::Stage::kSketching, results, progress);
}

}  // namespace textkin::engine::cleanup
