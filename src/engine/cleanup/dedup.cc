#include "engine/cleanup/dedup.h"

#include <optional>

#include "base/machine.h"
#include "cluster/decide.h"
#include "cluster/keep_policy.h"
#include "cluster/representatives.h"
#include "engine/cleanup/audit_rows.h"
#include "engine/cleanup/cleanup_report.h"
#include "engine/cleanup/keep_facts.h"
#include "engine/cleanup/kept_output.h"
#include "engine/find/recall_audit.h"
#include "engine/find/search_run.h"
#include "engine/write/memory_result.h"
#include "engine/write/run_end.h"

namespace textkin::engine::cleanup {
namespace {

// `want`: what the join was asked for.
Result<std::vector<KeepDecision>> decide(find::SearchRun& similar, find::PairsWanted want) {
  find::FoundPairs& found = similar.found;
  std::optional<cluster::Representatives> election;
  if (want == find::PairsWanted::kAllPairs) election.emplace(found.duplicates, similar.order);
  std::vector<KeepDecision> decisions = cluster::all_stay(similar.collection.documents());
  std::vector<VerifiedPair> scratch;
  for (std::size_t chunk = 0; chunk < found.pairs.chunks(); ++chunk) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::span<const VerifiedPair> pairs, found.pairs.read(chunk, scratch));
    if (!election) {
      cluster::decide_pairs(pairs, similar.order, decisions);
      continue;
    }
    std::vector<VerifiedPair> renamed(pairs.begin(), pairs.end());
    election->rename(renamed);
    cluster::decide_pairs(renamed, similar.order, decisions);
  }
  cluster::decide_duplicates(found.duplicates, decisions);
  return decisions;
}

}  // namespace

find::SearchGoal KeepRule::purpose(find::PairsWanted want) const {
  find::SearchGoal purpose;
  purpose.want = want;
  purpose.keep = typed;
  purpose.make_order = [this](const read::Collection& collection) -> Result<KeepOrder> {
    TEXTKIN_ASSIGN_OR_RETURN(const cluster::KeepFacts facts, keep_facts(policy, collection));
    return cluster::keep_order(policy, facts);
  };
  return purpose;
}

Result<KeepRule> parse_keep_rule(const std::string& typed, run::RunOptions& options) {
  if (options.measure != Measure::kJaccard)
    return Status(Code::kInvalidArgument, "documents stay or go by their Jaccard similarity; --measure " +
                                              options.measure_name + " is for `textkin pairs`");
  TEXTKIN_ASSIGN_OR_RETURN(cluster::KeepPolicy policy, cluster::parse_keep_policy(typed));
  if (policy.kind == cluster::KeepPolicy::Kind::kField) options.input.value_field = policy.argument;
  return KeepRule{typed, std::move(policy)};
}

Result<RunStats> clean_up(const std::string& command, const run::RunOptions& asked, const DedupOptions& outputs,
                          find::PairsWanted want, store::Stage needed, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(run::RunOptions options, run::settle(asked));
  TEXTKIN_ASSIGN_OR_RETURN(KeepRule rule, parse_keep_rule(outputs.keep, options));
  const bool rows = !options.input.memory.empty();
  if (rows && (outputs.annotate || !outputs.copy_to.empty()))
    return Status(Code::kInvalidArgument,
                  "--annotate is for records of JSONL and --copy-to for files that are one document");
  // Then the door writes what stays, if anything is to be written.
  const bool in_memory = options.answer != nullptr && (rows || outputs.output == "-");
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<AuditRows> audit, AuditRows::open(outputs));
  DedupOptions written = outputs;
  written.check = outputs.check || in_memory;
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<KeptOutput> kept, KeptOutput::open(written, options.threads));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<CleanupReport> report, CleanupReport::open(outputs));
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(options, progress));

  run::StageClock clock;
  find::SearchGoal purpose = rule.purpose(want);
  purpose.needed = needed;
  TEXTKIN_ASSIGN_OR_RETURN(find::SearchRun similar, find::find_similar(options, purpose, progress, clock));

  clock.begin("decide");
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<KeepDecision>& decisions, decide(similar, want));

  if (options.audit > 0) {
    clock.begin("audit");
    const auto stays = [&](DocId doc) { return decisions[doc].kept == doc; };
    TEXTKIN_ASSIGN_OR_RETURN(
        similar.stats.audit,
        find::audit_recall(similar.collection, options, [&](DocId a, DocId b) { return !stays(a) || !stays(b); }));
  }

  if (options.answer != nullptr) write::describe_decisions(decisions, options.answer->decisions);
  std::uint64_t removed = 0;
  for (DocId doc = 0; doc < decisions.size(); ++doc) removed += decisions[doc].kept != doc;
  similar.stats.removed = removed;
  similar.stats.kept = decisions.size() - removed;
  similar.stats.pairs = similar.found.pairs.size() + similar.found.duplicates.size();

  clock.begin("write");
  TEXTKIN_RETURN_IF_ERROR(kept->write(similar.collection, decisions, progress));
  TEXTKIN_RETURN_IF_ERROR(audit->write(similar.collection, decisions));
  TEXTKIN_RETURN_IF_ERROR(report->write(similar, decisions, options));
  TEXTKIN_RETURN_IF_ERROR(kept->commit());
  TEXTKIN_RETURN_IF_ERROR(audit->commit());
  TEXTKIN_RETURN_IF_ERROR(report->commit());
  return end.finish(command, std::move(similar), clock);
}

Result<RunStats> dedup(const run::RunOptions& options, const DedupOptions& outputs, Progress& progress) {
  return clean_up("dedup", options, outputs, find::PairsWanted::kLeaders, store::Stage::kSketching, progress);
}

}  // namespace textkin::engine::cleanup
