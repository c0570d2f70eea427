#include "commands.h"

#include <CLI/CLI.hpp>
#include <string>

#include "engine/compare.h"
#include "engine/dedup.h"
#include "engine/pairs.h"
#include "engine/plan.h"
#include "engine/process.h"
#include "engine/stages.h"
#include "shared_options.h"
#include "terminal.h"

namespace textkin::cli {

struct Commands::Command {
  CLI::App* parsed = nullptr;
  SharedArguments shared;
  engine::PairsOptions pairs;
  engine::DedupOptions dedup;
  engine::CompareOptions compare;
  engine::PlanOptions plan;
  std::string join_for = "dedup";
  std::string format = "text";
  std::function<Result<int>(Command&, const engine::RunOptions&, Terminal&)> run;
};

namespace {

constexpr int kFound = 1;  // --check

std::string listed(const std::vector<engine::Choice>& choices, std::string_view between) {
  std::string out;
  for (const engine::Choice& choice : choices) {
    if (!out.empty()) out += between;
    out += choice.name;
  }
  return out;
}

void add_inputs(CLI::App& command, SharedArguments& shared) {
  command.add_option("INPUT", shared.run.input.arguments, "files, folders, or - for JSONL on standard input")
      ->required()
      ->type_name("");
}

CLI::Option* add_output(CLI::App& command, const std::string& names, std::string& value, const std::string& word,
                        const std::string& doc) {
  return command.add_option(names, value, doc)->type_name(word)->group("Output");
}

void add_text_or_json(CLI::App& command, std::string& format) {
  add_output(command, "--format", format, "text|json", "for people or for programs")
      ->check(CLI::IsMember({"text", "json"}).description(""))
      ->capture_default_str();
}

void add_keep(CLI::App& command, engine::DedupOptions& dedup) {
  add_output(command, "--keep", dedup.keep, "RULE",
             "which of alike documents stays: " + listed(engine::keep_choices(), ", "))
      ->capture_default_str();
}

void add_clean_up_options(CLI::App& command, engine::DedupOptions& dedup) {
  add_output(command, "-o,--output", dedup.output, "FILE|FOLDER/",
             "the kept records; a folder keeps shards as shards; kept ids where documents are files")
      ->capture_default_str();
  add_keep(command, dedup);
  add_output(command, "--removed", dedup.removed, "FILE.jsonl",
             "a line a removed document: what stays for it, and why");
  add_output(command, "--clusters", dedup.clusters, "FILE.tsv", "a row a document of a cluster");
  add_output(command, "--copy-to", dedup.copy_to, "FOLDER", "copy the kept files below it");
  command.add_flag("--annotate", dedup.annotate, "drop nothing; add a field textkin to each record")->group("Output");
  command.add_flag("--check", dedup.check, "write no result; exit 1 if anything would be removed")->group("Output");
}

engine::JoinFor join_for(const std::string& word) {
  return word == "pairs" ? engine::JoinFor::kPairs : engine::JoinFor::kDedup;
}

// For a command that takes up a run directory: what that knows is not asked for, so it is not in the help.
void show_what_is_asked(CLI::App& command) {
  command.get_option("--run-dir")->required();
  for (CLI::Option* option : command.get_options()) {
    const std::string& group = option->get_group();
    if (group != "Output" && group != "Running" && !option->check_name("--help")) option->required(false)->group("");
  }
}

void add_shared(CLI::App& command, SharedArguments& shared) {
  add_text_options(command, shared);
  add_input_options(command, shared);
  add_run_options(command, shared);
}

}  // namespace

Commands::Commands(CLI::App& app) {
  add_pairs(app);
  add_dedup(app);
  add_sketch(app);
  add_join(app);
  add_cluster(app);
  add_compare(app);
  add_plan(app);
}

Commands::~Commands() = default;

void Commands::add_pairs(CLI::App& app) {
  Command& c = *commands_.emplace_back(std::make_unique<Command>());
  c.parsed = app.add_subcommand("pairs", "all pairs of documents at or above a similarity");
  add_inputs(*c.parsed, c.shared);
  c.parsed
      ->add_option("--against", c.shared.run.against,
                   "only pairs of an INPUT document with one of these; may be repeated")
      ->type_name("INPUT")
      ->allow_extra_args(false);
  add_output(*c.parsed, "-o,--output", c.pairs.output, "FILE", "where the pairs go; .gz and .zst pack")
      ->capture_default_str();
  add_output(*c.parsed, "--format", c.pairs.format, listed(engine::format_choices(), "|"), "of the pairs")
      ->capture_default_str();
  add_stats_option(*c.parsed, c.shared);
  add_search_options(*c.parsed, c.shared);
  add_shared(*c.parsed, c.shared);
  c.run = [](Command& self, const engine::RunOptions& options, Terminal& terminal) -> Result<int> {
    Result<RunStats> stats = engine::pairs(options, self.pairs, terminal);
    if (!stats.ok()) return stats.status();
    return 0;
  };
}

void Commands::add_dedup(CLI::App& app) {
  Command& c = *commands_.emplace_back(std::make_unique<Command>());
  c.parsed = app.add_subcommand("dedup", "a copy without the documents that are similar to one that stays");
  add_inputs(*c.parsed, c.shared);
  add_clean_up_options(*c.parsed, c.dedup);
  add_stats_option(*c.parsed, c.shared);
  add_search_options(*c.parsed, c.shared);
  add_shared(*c.parsed, c.shared);
  c.run = [](Command& self, const engine::RunOptions& options, Terminal& terminal) -> Result<int> {
    Result<RunStats> stats = engine::dedup(options, self.dedup, terminal);
    if (!stats.ok()) return stats.status();
    return self.dedup.check && stats->removed.value_or(0) > 0 ? kFound : 0;
  };
}

void Commands::add_sketch(CLI::App& app) {
  Command& c = *commands_.emplace_back(std::make_unique<Command>());
  c.parsed = app.add_subcommand("sketch", "the first stage of dedup: read INPUT, leave sketches in a run directory");
  add_inputs(*c.parsed, c.shared);
  add_keep(*c.parsed, c.dedup);
  add_stats_option(*c.parsed, c.shared);
  add_search_options(*c.parsed, c.shared);
  add_shared(*c.parsed, c.shared);
  c.parsed->get_option("--run-dir")->required();
  c.run = [](Command& self, const engine::RunOptions& options, Terminal& terminal) -> Result<int> {
    Result<RunStats> stats = engine::sketch(options, self.dedup.keep, terminal);
    if (!stats.ok()) return stats.status();
    return 0;
  };
}

void Commands::add_join(CLI::App& app) {
  Command& c = *commands_.emplace_back(std::make_unique<Command>());
  c.parsed = app.add_subcommand("join", "the second stage: find and verify pairs; options come from the run directory");
  add_inputs(*c.parsed, c.shared);
  add_output(*c.parsed, "--for", c.join_for, "dedup|pairs", "the pairs that --keep needs, or all")
      ->check(CLI::IsMember({"dedup", "pairs"}).description(""))
      ->capture_default_str();
  add_keep(*c.parsed, c.dedup);
  add_stats_option(*c.parsed, c.shared);
  add_search_options(*c.parsed, c.shared);
  add_shared(*c.parsed, c.shared);
  show_what_is_asked(*c.parsed);
  c.run = [](Command& self, const engine::RunOptions& options, Terminal& terminal) -> Result<int> {
    Result<RunStats> stats = engine::join(options, join_for(self.join_for), self.dedup.keep, terminal);
    if (!stats.ok()) return stats.status();
    return 0;
  };
}

void Commands::add_cluster(CLI::App& app) {
  Command& c = *commands_.emplace_back(std::make_unique<Command>());
  c.parsed = app.add_subcommand("cluster", "the last stage: decide and write; options come from the run directory");
  add_inputs(*c.parsed, c.shared);
  c.parsed->add_option("--for", c.join_for)->group("");  // as the join was asked
  add_clean_up_options(*c.parsed, c.dedup);
  add_stats_option(*c.parsed, c.shared);
  add_search_options(*c.parsed, c.shared);
  add_shared(*c.parsed, c.shared);
  show_what_is_asked(*c.parsed);
  c.run = [](Command& self, const engine::RunOptions& options, Terminal& terminal) -> Result<int> {
    Result<RunStats> stats = engine::cluster(options, join_for(self.join_for), self.dedup, terminal);
    if (!stats.ok()) return stats.status();
    return self.dedup.check && stats->removed.value_or(0) > 0 ? kFound : 0;
  };
}

void Commands::add_compare(CLI::App& app) {
  Command& c = *commands_.emplace_back(std::make_unique<Command>());
  c.parsed = app.add_subcommand("compare", "everything about one pair of documents");
  c.shared.run.input.arguments.resize(2);
  std::vector<std::string>& documents = c.shared.run.input.arguments;
  c.parsed->add_option("A", documents[0], "a file that is one document")->required()->type_name("");
  c.parsed->add_option("B", documents[1], "another one")->required()->type_name("");
  add_output(*c.parsed, "-o,--output", c.compare.output, "FILE", "where the answer goes")->capture_default_str();
  add_text_or_json(*c.parsed, c.format);
  add_sketch_options(*c.parsed, c.shared);
  c.parsed->add_option("--confidence", c.compare.confidence, "of the sketch's interval")
      ->type_name("P")
      ->capture_default_str()
      ->group("Sketch");
  c.parsed
      ->add_option("--universe", c.compare.universe,
                   "shingles that chance draws from; default: all that the tokens of both texts can form")
      ->type_name("N")
      ->group("Chance");
  add_shared(*c.parsed, c.shared);
  c.run = [](Command& self, const engine::RunOptions& options, Terminal& terminal) -> Result<int> {
    self.compare.json = self.format == "json";
    Result<Comparison> comparison = engine::compare(options, self.compare, terminal);
    if (!comparison.ok()) return comparison.status();
    return 0;
  };
}

void Commands::add_plan(CLI::App& app) {
  Command& c = *commands_.emplace_back(std::make_unique<Command>());
  c.parsed = app.add_subcommand("plan", "bands and rows for a threshold and a recall, and what they will find");
  add_output(*c.parsed, "-o,--output", c.plan.output, "FILE", "where the answer goes")->capture_default_str();
  add_text_or_json(*c.parsed, c.format);
  add_plan_options(*c.parsed, c.shared);
  c.parsed->add_option("--prefer", c.plan.prefer, "the rule of Kalampokis 2016 instead of --recall")
      ->type_name("accuracy|speed")
      ->group("Finding");
  add_sketch_options(*c.parsed, c.shared);
  c.parsed->add_option("--documents", c.plan.documents, "how many, for the expected candidates")
      ->type_name("N")
      ->group("Background");
  c.parsed->add_option("--background", c.shared.run.input.arguments, "a sample of the collection, for the same")
      ->type_name("INPUT")
      ->allow_extra_args(false)
      ->group("Background");
  add_shared(*c.parsed, c.shared);
  c.run = [](Command& self, const engine::RunOptions& options, Terminal& terminal) -> Result<int> {
    self.plan.json = self.format == "json";
    Result<PlanReport> report = engine::plan(options, self.plan, terminal);
    if (!report.ok()) return report.status();
    return 0;
  };
}

Result<int> Commands::run() {
  for (const std::unique_ptr<Command>& command : commands_) {
    if (!command->parsed->parsed()) continue;
    Terminal terminal(command->shared.quiet);
    Result<engine::RunOptions> options = to_run_options(command->shared);
    if (!options.ok()) return options.status();
    engine::bound_heap(options->memory);
    return command->run(*command, *options, terminal);
  }
  return Status(Code::kInvalidArgument, "no command given");
}

}  // namespace textkin::cli
