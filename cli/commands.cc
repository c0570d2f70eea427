#include "commands.h"

#include <algorithm>

#include "engine/process.h"
#include "table_inputs.h"
#include "terminal.h"

namespace textkin::cli {
namespace {

// As `textkin --help` lists them.
// clang-format off
constexpr std::unique_ptr<Command> (*kCommands[])(CLI::App&) = {
    add_pairs,
    add_dedup,
    add_passages,
    add_report,
    add_extract,
    add_score,
    add_compare,
    add_distance,
    add_simhash,
    add_rules,
    add_plan,
    add_law,
    add_explain,
    add_sketches,
    add_sketch,
    add_join,
    add_cluster,
};
// clang-format on

}  // namespace

Commands::Commands(CLI::App& app) {
  for (const auto add : kCommands) commands_.push_back(add(app));
}

Command* Commands::parsed() const {
  for (const std::unique_ptr<Command>& command : commands_)
    if (command->parsed->parsed()) return command.get();
  return nullptr;
}

std::pair<std::vector<std::string>, std::vector<std::string>> Commands::inputs() const {
  const Command* const command = parsed();
  if (command == nullptr) return {};
  return {command->shared.run.input.arguments, command->shared.run.against};
}

std::string Commands::table() const {
  const Command* const command = parsed();
  if (command == nullptr || command->shared.read_as != "suffix") return {};
  const engine::RunOptions& run = command->shared.run;
  if (run.input.lines || run.input.records) return {};
  const std::string table = table_among(run.input.arguments);
  return table.empty() ? table_among(run.against) : table;
}

std::uint64_t Commands::memory() const {
  const Command* const command = parsed();
  return command == nullptr ? 0 : command->shared.run.memory;
}

Result<int> Commands::run() {
  Command* const command = parsed();
  if (command == nullptr) return Status(Code::kInvalidArgument, "no command given");
  Terminal terminal(command->shared.quiet);
  command->shared.extractor = "/proc/self/exe";
  Result<engine::RunOptions> options = to_run_options(*command->parsed, command->shared);
  if (!options.ok()) return options.status();
  engine::bound_heap(options->memory);
  return command->run(*options, terminal);
}

Result<int> Commands::run_in_memory(const MemorySources& sources, engine::Answer* answer, std::uint64_t used,
                                    Progress& progress) {
  Command* const command = parsed();
  if (command == nullptr) return Status(Code::kInvalidArgument, "no command given");
  Result<engine::RunOptions> options = to_run_options(*command->parsed, command->shared);
  if (!options.ok()) return options.status();
  options->input.memory = sources;
  options->answer = answer;
  if (used != 0) engine::bound_heap(options->memory);  // then the process is the run's
  if (options->memory != 0) options->memory -= std::min(options->memory / 2, used);
  return command->run(*options, progress);
}

}  // namespace textkin::cli
