#include "commands.h"

#include <CLI/CLI.hpp>

#include "engine/compare.h"
#include "engine/dedup.h"
#include "engine/pairs.h"
#include "engine/plan.h"
#include "engine/process.h"
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
  std::string format = "text";
  std::function<Result<int>(Command&, const engine::RunOptions&, Terminal&)> run;
};

namespace {

constexpr int kFound = 1;  // --check

std::string keep_help() {
  std::string out = "which of alike documents stays: ";
  for (const engine::Choice& choice : engine::keep_choices()) out += (out.ends_with(": ") ? "" : " | ") + choice.name;
  return out;
}

std::string format_help() {
  std::string out;
  for (const engine::Choice& choice : engine::format_choices()) out += (out.empty() ? "" : " or ") + choice.name;
  return out;
}

}  // namespace

Commands::Commands(CLI::App& app) {
  add_pairs(app);
  add_dedup(app);
  add_compare(app);
  add_plan(app);
}

Commands::~Commands() = default;

void Commands::add_pairs(CLI::App& app) {
  Command& c = *commands_.emplace_back(std::make_unique<Command>());
  c.parsed = app.add_subcommand("pairs", "all pairs of documents at or above a similarity");
  c.parsed->add_option("INPUT", c.shared.run.input.arguments, "files, folders, or - for JSONL on standard input")->required();
  c.parsed->add_option("--against", c.shared.run.against, "only pairs of an INPUT document with one of these; may be repeated")
      ->allow_extra_args(false);
  c.parsed->add_option("-o,--output", c.pairs.output, "where the pairs go; .gz and .zst pack")->capture_default_str()->group("Output");
  c.parsed->add_option("--format", c.pairs.format, format_help())->capture_default_str()->group("Output");
  add_search_options(*c.parsed, c.shared);
  add_text_options(*c.parsed, c.shared);
  add_input_options(*c.parsed, c.shared);
  add_run_options(*c.parsed, c.shared);
  c.run = [](Command& self, const engine::RunOptions& options, Terminal& terminal) -> Result<int> {
    Result<RunStats> stats = engine::pairs(options, self.pairs, terminal);
    if (!stats.ok()) return stats.status();
    return 0;
  };
}

void Commands::add_dedup(CLI::App& app) {
  Command& c = *commands_.emplace_back(std::make_unique<Command>());
  c.parsed = app.add_subcommand("dedup", "a copy without the documents that are similar to one that stays");
  c.parsed->add_option("INPUT", c.shared.run.input.arguments, "files, folders, or - for JSONL on standard input")->required();
  const std::string output = "Output";
  c.parsed->add_option("-o,--output", c.dedup.output,
                       "the kept records; FOLDER/ keeps shards as shards; kept ids where documents are files")
      ->capture_default_str()->group(output);
  c.parsed->add_option("--keep", c.dedup.keep, keep_help())->capture_default_str()->group(output);
  c.parsed->add_option("--removed", c.dedup.removed, "a JSON line for each removed document: what stays for it, and why")->group(output);
  c.parsed->add_option("--clusters", c.dedup.clusters, "a TSV row for each document of a cluster")->group(output);
  c.parsed->add_flag("--annotate", c.dedup.annotate, "drop nothing; add a field textkin to each record")->group(output);
  c.parsed->add_flag("--check", c.dedup.check, "write nothing; exit 1 if anything would be removed")->group(output);
  c.parsed->add_option("--copy-to", c.dedup.copy_to, "copy the kept files below this folder")->group(output);
  add_search_options(*c.parsed, c.shared);
  add_text_options(*c.parsed, c.shared);
  add_input_options(*c.parsed, c.shared);
  add_run_options(*c.parsed, c.shared);
  c.run = [](Command& self, const engine::RunOptions& options, Terminal& terminal) -> Result<int> {
    Result<RunStats> stats = engine::dedup(options, self.dedup, terminal);
    if (!stats.ok()) return stats.status();
    return self.dedup.check && stats->removed.value_or(0) > 0 ? kFound : 0;
  };
}

void Commands::add_compare(CLI::App& app) {
  Command& c = *commands_.emplace_back(std::make_unique<Command>());
  c.parsed = app.add_subcommand("compare", "everything about one pair of documents");
  c.parsed->add_option("A B", c.shared.run.input.arguments, "two files that are one document each")->required()->expected(2);
  c.parsed->add_option("-o,--output", c.compare.output, "where the answer goes")->capture_default_str()->group("Output");
  c.parsed->add_option("--format", c.format, "text or json")->check(CLI::IsMember({"text", "json"}))->capture_default_str()->group("Output");
  c.parsed->add_option("--confidence", c.compare.confidence, "of the sketch's interval")->capture_default_str();
  c.parsed->add_option("--universe", c.compare.universe,
                       "shingles that chance draws from; default: all that the tokens of both texts can form");
  c.parsed->add_option("--sketch", c.shared.run.sketch, "fss or kperm")->capture_default_str();
  c.parsed->add_option("--hashes", c.shared.run.hashes, "cells of a sketch")->capture_default_str();
  c.parsed->add_option("--seed", c.shared.run.seed, "of the sketches")->capture_default_str();
  add_text_options(*c.parsed, c.shared);
  add_input_options(*c.parsed, c.shared);
  add_run_options(*c.parsed, c.shared);
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
  c.parsed->add_option("--prefer", c.plan.prefer, "accuracy or speed: the rule of Kalampokis 2016 instead of --recall");
  c.parsed->add_option("--documents", c.plan.documents, "number of documents, for the expected candidates");
  c.parsed->add_option("--background", c.shared.run.input.arguments, "a sample of the collection, for the same")
      ->allow_extra_args(false);
  c.parsed->add_option("-o,--output", c.plan.output, "where the answer goes")->capture_default_str()->group("Output");
  c.parsed->add_option("--format", c.format, "text or json")->check(CLI::IsMember({"text", "json"}))->capture_default_str()->group("Output");
  add_sketch_options(*c.parsed, c.shared);
  add_text_options(*c.parsed, c.shared);
  add_input_options(*c.parsed, c.shared);
  add_run_options(*c.parsed, c.shared);
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
    return command->run(*command, *options, terminal);
  }
  return Status(Code::kInvalidArgument, "no command given");
}

}  // namespace textkin::cli
