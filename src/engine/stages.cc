#include "engine/stages.h"

#include <fmt/format.h>

#include "engine/clean_up.h"
#include "engine/journal.h"
#include "engine/run_end.h"
#include "engine/similar.h"

namespace textkin::engine {
namespace {

Status check_run_dir(const RunOptions& options) {
  if (!options.run_dir.empty()) return {};
  return Status(Code::kInvalidArgument, "name the run directory: --run-dir FOLDER");
}

Status check_no_audit(const RunOptions& options) {
  if (options.audit == 0) return {};
  return Status(Code::kInvalidArgument, "--audit needs what is found in the end; give it to `textkin cluster`");
}

}  // namespace

Result<RunStats> sketch(const RunOptions& asked, const std::string& keep, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(RunOptions options, resolve(asked));
  TEXTKIN_RETURN_IF_ERROR(check_run_dir(options));
  TEXTKIN_RETURN_IF_ERROR(check_no_audit(options));
  TEXTKIN_ASSIGN_OR_RETURN(KeepRule rule, parse_keep_rule(keep, options));
  TEXTKIN_ASSIGN_OR_RETURN(RunEnd end, RunEnd::open(options, progress));
  StageClock clock;
  TEXTKIN_ASSIGN_OR_RETURN(Similar sketched, sketch_only(options, rule.purpose(Want::kLeaders), progress, clock));
  return end.finish("sketch", std::move(sketched), clock);
}

Result<RunStats> join(const RunOptions& asked, JoinFor purpose, const std::string& keep, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(RunOptions options, resolve(asked));
  TEXTKIN_RETURN_IF_ERROR(check_run_dir(options));
  TEXTKIN_RETURN_IF_ERROR(check_no_audit(options));
  TEXTKIN_ASSIGN_OR_RETURN(KeepRule rule, parse_keep_rule(keep, options));
  TEXTKIN_ASSIGN_OR_RETURN(RunEnd end, RunEnd::open(options, progress));
  StageClock clock;
  Purpose wanted = rule.purpose(purpose == JoinFor::kDedup ? Want::kLeaders : Want::kAllPairs);
  wanted.needed = store::Stage::kSketched;
  TEXTKIN_ASSIGN_OR_RETURN(Similar similar, find_similar(options, wanted, progress, clock));
  similar.stats.pairs = similar.found.pairs.size() + similar.found.duplicates.size();
  return end.finish("join", std::move(similar), clock);
}

Result<RunStats> cluster(const RunOptions& options, JoinFor purpose, const DedupOptions& outputs, Progress& progress) {
  TEXTKIN_RETURN_IF_ERROR(check_run_dir(options));
  const Want want = purpose == JoinFor::kDedup ? Want::kLeaders : Want::kAllPairs;
  return clean_up("cluster", options, outputs, want, store::Stage::kJoined, progress);
}

Result<std::vector<std::string>> recorded_arguments(const std::string& run_dir) {
  TEXTKIN_ASSIGN_OR_RETURN(RunSpec spec, recorded_spec(run_dir));
  std::vector<std::string> arguments;
  for (const auto& [name, value] : spec)
    if (name != kAlgorithms) arguments.push_back(name.starts_with("--") ? fmt::format("{}={}", name, value) : value);
  return arguments;
}

}  // namespace textkin::engine
