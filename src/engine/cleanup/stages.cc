#include "engine/cleanup/stages.h"

#include <fmt/format.h>

#include "engine/cleanup/dedup.h"
#include "engine/find/search_run.h"
#include "engine/run/journal.h"
#include "engine/write/run_end.h"

namespace textkin::engine::cleanup {
namespace {

Status check_run_dir(const run::RunOptions& options) {
  if (!options.run_dir.empty()) return {};
  return Status(Code::kInvalidArgument, "name the run directory: --run-dir FOLDER");
}

Status check_no_audit(const run::RunOptions& options) {
  if (options.audit == 0) return {};
  return Status(Code::kInvalidArgument, "--audit needs what is found in the end; give it to `textkin cluster`");
}

}  // namespace

Result<RunStats> sketch(const run::RunOptions& asked, const std::string& keep, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(run::RunOptions options, run::settle(asked));
  TEXTKIN_RETURN_IF_ERROR(check_run_dir(options));
  TEXTKIN_RETURN_IF_ERROR(check_no_audit(options));
  TEXTKIN_ASSIGN_OR_RETURN(KeepRule rule, parse_keep_rule(keep, options));
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(options, progress));
  run::StageClock clock;
  TEXTKIN_ASSIGN_OR_RETURN(find::SearchRun sketched,
                           find::sketch_only(options, rule.purpose(find::PairsWanted::kLeaders), progress, clock));
  return end.finish("sketch", std::move(sketched), clock);
}

Result<RunStats> join(const run::RunOptions& asked, JoinFor purpose, const std::string& keep, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(run::RunOptions options, run::settle(asked));
  TEXTKIN_RETURN_IF_ERROR(check_run_dir(options));
  TEXTKIN_RETURN_IF_ERROR(check_no_audit(options));
  TEXTKIN_ASSIGN_OR_RETURN(KeepRule rule, parse_keep_rule(keep, options));
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(options, progress));
  run::StageClock clock;
  find::SearchGoal wanted =
      rule.purpose(purpose == JoinFor::kDedup ? find::PairsWanted::kLeaders : find::PairsWanted::kAllPairs);
  wanted.needed = store::Stage::kSketched;
  TEXTKIN_ASSIGN_OR_RETURN(find::SearchRun similar, find::find_similar(options, wanted, progress, clock));
  similar.stats.pairs = similar.found.pairs.size() + similar.found.duplicates.size();
  return end.finish("join", std::move(similar), clock);
}

Result<RunStats> cluster(const run::RunOptions& options, JoinFor purpose, const DedupOptions& outputs,
                         Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(check_run_dir(options));
  const find::PairsWanted want =
      purpose == JoinFor::kDedup ? find::PairsWanted::kLeaders : find::PairsWanted::kAllPairs;
  return clean_up("cluster", options, outputs, want, store::Stage::kJoined, progress);
}

Result<std::vector<std::string>> recorded_arguments(const std::string& run_dir) {
  TEXTKIN_ASSIGN_OR_RETURN(run::RunSpec spec, run::recorded_spec(run_dir));
  std::vector<std::string> arguments;
  for (const auto& [name, value] : spec)
    if (name != run::kAlgorithms)
      arguments.push_back(name.starts_with("--") ? fmt::format("{}={}", name, value) : value);
  return arguments;
}

}  // namespace textkin::engine::cleanup
