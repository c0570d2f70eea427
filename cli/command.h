// Command: one word after `textkin`: its options, and what it calls. Each command is a file, command_NAME.cc, and a
// line in commands.cc.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "engine/write/results.h"
#include "shared_options.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::cli {

class Command {
 public:
  virtual ~Command() = default;

  // Called once, where this command was typed; the exit code. Its options are parsed.
  virtual Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                          Progress& progress) = 0;

  // What else is typed that is read, and only as text or JSONL.
  virtual std::vector<std::string> plain_inputs() const { return {}; }

  CLI::App* parsed = nullptr;
  SharedArguments shared;
};

// Each adds its command to `app`; what it returns must outlive the parse.
std::unique_ptr<Command> add_pairs(CLI::App& app);
std::unique_ptr<Command> add_dedup(CLI::App& app);
std::unique_ptr<Command> add_sketch(CLI::App& app);
std::unique_ptr<Command> add_join(CLI::App& app);
std::unique_ptr<Command> add_cluster(CLI::App& app);
std::unique_ptr<Command> add_passages(CLI::App& app);
std::unique_ptr<Command> add_report(CLI::App& app);
std::unique_ptr<Command> add_score(CLI::App& app);
std::unique_ptr<Command> add_compare(CLI::App& app);
std::unique_ptr<Command> add_distance(CLI::App& app);
std::unique_ptr<Command> add_plan(CLI::App& app);
std::unique_ptr<Command> add_simhash(CLI::App& app);
std::unique_ptr<Command> add_explain(CLI::App& app);
std::unique_ptr<Command> add_law(CLI::App& app);
std::unique_ptr<Command> add_sketches(CLI::App& app);
std::unique_ptr<Command> add_extract(CLI::App& app);
std::unique_ptr<Command> add_rules(CLI::App& app);

}  // namespace textkin::cli
