#include "engine/cleanup/stages.h"

#include <fmt/format.h>

#include "engine/cleanup/dedup.h"
#include "engine/cleanup/keep_rule.h"
#include "engine/find/search_run.h"
#include "engine/run/journal.h"
#include "engine/write/run_end.h"

namespace textkin::engine::cleanup {
namespace {

Status check_run_dir(const run::RunOptions& options) {
  if (!options.limits.run_dir.empty()) return {};
  return Status(Code::kInvalidArgument, "name the run directory: --run-dir FOLDER");
}

// What a stage before the last one needs: a directory, no audit, and the keep rule's field.
Result<run::SettledRun> settle_stage(const run::RunOptions& asked, const std::string& keep, KeepRule& rule) {
  TEXTKIN_ASSIGN_OR_RETURN(run::SettledRun run, run::settle(asked));
  TEXTKIN_RETURN_IF_ERROR(check_run_dir(asked));
  if (run.search.audit != 0)
    return Status(Code::kInvalidArgument, "--audit needs what is found in the end; give it to `textkin cluster`");
  TEXTKIN_ASSIGN_OR_RETURN(rule, parse_keep_rule(keep, run.search));
  return with_field_of(rule, std::move(run));
}

find::PairsWanted wanted_for(JoinFor purpose) {
  return purpose == JoinFor::kDedup ? find::PairsWanted::kLeaders : find::PairsWanted::kAllPairs;
}

}  // namespace

Result<RunStats> sketch(const run::RunOptions& asked, const std::string& keep, write::Results& results,
                        Progress& progress) {
  KeepRule rule;
  TEXTKIN_ASSIGN_OR_RETURN(const run::SettledRun run, settle_stage(asked, keep, rule));
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(run.stats, results, progress));
  run::StageClock clock;
  TEXTKIN_ASSIGN_OR_RETURN(const find::SearchRun sketched,
                           find::sketch_only(run, rule.goal(find::PairsWanted::kLeaders, progress), progress, clock));
  return end.finish("sketch", sketched.collection, sketched.all_stats(), clock);
}

Result<RunStats> join(const run::RunOptions& asked, JoinFor purpose, const std::string& keep, write::Results& results,
                      Progress& progress) {
  KeepRule rule;
  TEXTKIN_ASSIGN_OR_RETURN(const run::SettledRun run, settle_stage(asked, keep, rule));
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(run.stats, results, progress));
  run::StageClock clock;
  find::SearchGoal goal = rule.goal(wanted_for(purpose), progress);
  goal.needed = store::Stage::kSketched;
  TEXTKIN_ASSIGN_OR_RETURN(find::SearchRun search, find::find_similar(run, goal, progress, clock));
  search.stats.pairs = search.found.pairs.size() + search.found.duplicates.size();
  return end.finish("join", search.collection, search.all_stats(), clock);
}

Result<RunStats> cluster(const run::RunOptions& options, JoinFor purpose, const DedupOptions& outputs,
                         write::Results& results, Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(check_run_dir(options));
  return clean_up("cluster", options, outputs, wanted_for(purpose), store::Stage::kJoined, results, progress);
}

Result<std::vector<std::string>> recorded_arguments(const std::string& run_dir) {
  TEXTKIN_ASSIGN_OR_RETURN(run::RunSpec spec, run::recorded_spec(run_dir));
  std::vector<std::string> arguments;
  for (const auto& [name, value] : spec)
    if (name != run::kAlgorithms && name != run::kIndex)
      arguments.push_back(name.starts_with("--") ? fmt::format("{}={}", name, value) : value);
  return arguments;
}

}  // namespace textkin::engine::cleanup
