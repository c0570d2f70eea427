#include <CLI/CLI.hpp>

#include "command.h"
#include "engine/cleanup/dedup_options.h"
#include "engine/cleanup/stages.h"
#include "output_options.h"

namespace textkin::cli {
namespace {

constexpr int kCheckFound = 1;  // --check

engine::cleanup::JoinFor join_for(const std::string& word) {
  return word == "pairs" ? engine::cleanup::JoinFor::kPairs : engine::cleanup::JoinFor::kDedup;
}

// For a command that takes up a run directory: what that knows is not asked for, so it is not in the help.
void show_what_is_asked(CLI::App& command) {
  command.get_option("--run-dir")->required();
  for (CLI::Option* option : command.get_options()) {
    const std::string& group = option->get_group();
    if (group != "Output" && group != "Running" && !option->check_name("--help")) option->required(false)->group("");
  }
}

class SketchCommand : public Command {
 public:
  explicit SketchCommand(CLI::App& app) {
    parsed = app.add_subcommand("sketch", "the first stage of dedup: read INPUT, leave sketches in a run directory");
    add_inputs(*parsed, shared);
    add_keep(*parsed, dedup_.keep);
    add_stats_option(*parsed, shared);
    add_search_options(*parsed, shared);
    add_shared(*parsed, shared);
    parsed->get_option("--run-dir")->required();
    parsed->get_option("--audit")->group("");  // refused, with the reason: `cluster` has it
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(engine::cleanup::sketch(options, dedup_.keep, results, progress).status());
    return 0;
  }

 private:
  engine::cleanup::DedupOptions dedup_;
};

class JoinCommand : public Command {
 public:
  explicit JoinCommand(CLI::App& app) {
    parsed = app.add_subcommand("join", "the second stage: find and verify pairs; options come from the run directory");
    add_inputs(*parsed, shared);
    add_output(*parsed, "--for", for_what_, "dedup|pairs", "the pairs that --keep needs, or all")
        ->check(CLI::IsMember({"dedup", "pairs"}).description(""))
        ->capture_default_str();
    add_keep(*parsed, dedup_.keep);
    add_stats_option(*parsed, shared);
    add_search_options(*parsed, shared);
    add_measure_option(*parsed, shared);  // refused, with the reason, where the run directory is one of `pairs`
    add_shared(*parsed, shared);
    show_what_is_asked(*parsed);
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    TEXTKIN_RETURN_IF_ERROR(
        engine::cleanup::join(options, join_for(for_what_), dedup_.keep, results, progress).status());
    return 0;
  }

 private:
  engine::cleanup::DedupOptions dedup_;
  std::string for_what_ = "dedup";
};

class ClusterCommand : public Command {
 public:
  explicit ClusterCommand(CLI::App& app) {
    parsed = app.add_subcommand("cluster", "the last stage: decide and write; options come from the run directory");
    add_inputs(*parsed, shared);
    parsed->add_option("--for", for_what_)->group("");  // as the join was asked
    add_clean_up_options(*parsed, dedup_);
    parsed->add_option("--at", dedup_.at, "decide at this higher threshold; needs a run that found all pairs")
        ->type_name("T")
        ->group("Output")
        ->check(CLI::PositiveNumber.description(""));
    add_stats_option(*parsed, shared);
    add_search_options(*parsed, shared);
    add_measure_option(*parsed, shared);  // refused, with the reason, where the run directory is one of `pairs`
    add_shared(*parsed, shared);
    show_what_is_asked(*parsed);
    parsed->get_option("--audit")->group("Finding");
  }

  Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                  Progress& progress) override {
    TEXTKIN_ASSIGN_OR_RETURN(RunStats stats,
                             engine::cleanup::cluster(options, join_for(for_what_), dedup_, results, progress));
    return dedup_.check && stats.removed.value_or(0) > 0 ? kCheckFound : 0;
  }

  bool prints() const override { return engine::cleanup::prints(dedup_); }
  bool may_replace_input() const override { return true; }

 private:
  engine::cleanup::DedupOptions dedup_;
  std::string for_what_ = "dedup";
};

}  // namespace

std::unique_ptr<Command> add_sketch(CLI::App& app) { return std::make_unique<SketchCommand>(app); }
std::unique_ptr<Command> add_join(CLI::App& app) { return std::make_unique<JoinCommand>(app); }
std::unique_ptr<Command> add_cluster(CLI::App& app) { return std::make_unique<ClusterCommand>(app); }

}  // namespace textkin::cli
