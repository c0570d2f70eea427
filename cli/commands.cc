#include "commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "engine/run/limits.h"
#include "engine/run/process.h"
#include "engine/write/destinations.h"
#include "engine/write/file_results.h"
#include "many_values.h"
#include "named_formats.h"
#include "named_paths.h"
#include "table_inputs.h"
#include "terminal.h"
#include "whole_numbers.h"

namespace textkin::cli {

// One line a command, as `textkin --help` lists them; add_NAME(app) is in command_NAME.cc, those of a command with
// several forms beside each other.
// clang-format off
#define TEXTKIN_COMMANDS(each) \
  each(pairs) \
  each(dedup) \
  each(trim) \
  each(decontaminate) \
  each(passages) \
  each(report) \
  each(extract) \
  each(score) \
  each(compare) \
  each(distance) \
  each(signatures_create) \
  each(signatures_add) \
  each(signatures_merge) \
  each(signatures_nearest) \
  each(signatures_pairs) \
  each(signatures_estimate) \
  each(signatures_info) \
  each(simhash) \
  each(rules) \
  each(plan) \
  each(law) \
  each(explain) \
  each(sketches) \
  each(sketch) \
  each(join) \
  each(cluster) \
  each(index_create) \
  each(index_add) \
  each(index_query) \
  each(index_passages) \
  each(index_report) \
  each(index_remove) \
  each(index_get) \
  each(index_list) \
  each(index_stats) \
  each(index_verify) \
  each(index_merge) \
  each(index_repair) \
  each(index_export) \
  each(index_snapshot) \
  each(index_rebuild) \
  each(index_audit) \
  each(index_plan) \
  each(serve) \
  each(completions)
// clang-format on

#define TEXTKIN_DECLARED(name) std::unique_ptr<Command> add_##name(CLI::App& app);
TEXTKIN_COMMANDS(TEXTKIN_DECLARED)

namespace {

struct Listed {
  std::string_view name;  // `index_create` is typed as two words
  std::unique_ptr<Command> (*add)(CLI::App&);

  std::string_view first_word() const { return name.substr(0, name.find('_')); }
  std::string_view second_word() const { return name.substr(std::min(name.find('_'), name.size() - 1) + 1); }
};

#define TEXTKIN_LISTED(name) {#name, add_##name},
constexpr Listed kCommands[] = {TEXTKIN_COMMANDS(TEXTKIN_LISTED)};

// Completions and the manual page are of every command.
constexpr std::string_view kOfAll = "completions";

// The command that `words` name; those that begin as `words` do, where it is none; or all.
std::vector<const Listed*> named_by(const std::vector<std::string>& words) {
  std::vector<const Listed*> all;
  std::vector<const Listed*> begun;
  for (const Listed& listed : kCommands) {
    all.push_back(&listed);
    if (words.empty() || listed.first_word() != words[0]) continue;
    if (words.size() > 1 && listed.second_word() == words[1]) return {&listed};
    begun.push_back(&listed);
  }
  return begun.empty() || words[0] == kOfAll ? all : begun;
}

// In place of each argument, the names of what it stands for.
void name_parts(const MemorySources& sources, std::vector<std::string>& arguments) {
  std::vector<std::string> named;
  for (const std::string& argument : arguments) {
    const auto found = sources.find(argument);
    if (found == sources.end())
      named.push_back(argument);
    else
      for (const NamedSource& part : found->second) named.push_back(part.name);
  }
  arguments = std::move(named);
}

// What a command is to write loses nothing that there is, under names that say what it is: every command goes through
// here before it begins.
Status check_paths(const Command& command, const engine::run::RunOptions& options, bool writes_files) {
  take_formats(*command.parsed);
  TEXTKIN_RETURN_IF_ERROR(command.check());
  engine::write::Destinations paths = named_paths(*command.parsed, writes_files && command.prints());
  if (command.may_replace_input()) paths.let_replace_input("-o");
  TEXTKIN_RETURN_IF_ERROR(paths.check(options.inputs.spec));
  return check_names(*command.parsed);
}

}  // namespace

Commands::Commands(CLI::App& app, const std::vector<std::string>& words) {
  for (const Listed* const listed : named_by(words)) commands_.push_back(listed->add(app));
  close_many_values(app);
  check_whole_numbers(app);
}

Command* Commands::parsed() const {
  for (const std::unique_ptr<Command>& command : commands_)
    if (command->parsed->parsed()) return command.get();
  return nullptr;
}

std::pair<std::vector<std::string>, std::vector<std::string>> Commands::inputs() const {
  const Command* const command = parsed();
  if (command == nullptr) return {};
  return {command->shared.run.inputs.spec.arguments, command->shared.run.inputs.against};
}

std::string Commands::index_folder() const {
  const Command* const command = parsed();
  return command == nullptr ? std::string() : command->index_folder();
}

std::vector<std::string> Commands::signature_files() const {
  std::vector<std::string> names;
  if (Command* const command = parsed(); command != nullptr)
    for (const std::string* file : command->signature_files()) names.push_back(*file);
  return names;
}

void Commands::put_in_place(const std::map<std::string, std::string>& files) {
  Command* const command = parsed();
  if (command == nullptr) return;
  for (std::string* file : command->signature_files())
    if (const auto found = files.find(*file); found != files.end()) *file = found->second;
}

bool Commands::reads_by_name() const {
  const Command* const command = parsed();
  if (command == nullptr) return true;
  const input::InputSpec& spec = command->shared.run.inputs.spec;
  return spec.read_as == input::kBySuffix && !spec.lines && !spec.records;
}

Result<std::string> Commands::table() {
  const Command* const command = parsed();
  if (command == nullptr) return std::string();
  for (const std::string& file : signature_files())
    if (names_binary_table(file)) return file;
  if (!reads_by_name()) return std::string();
  const engine::run::RunOptions& run = command->shared.run;
  if (const std::string plain = table_among(command->plain_inputs()).table; !plain.empty())
    return Status(Code::kInvalidArgument, fmt::format("{} is a table; `textkin {}` reads text or JSONL there", plain,
                                                      command->parsed->get_name()));
  std::string table;
  for (const auto* const side : {&run.inputs.spec.arguments, &run.inputs.against}) {
    const TableAmong among = table_among(*side);
    if (among.named && !among.as_text.empty())
      return Status(Code::kInvalidArgument,
                    among.as_text +
                        " is a table of CSV, named beside files that are none: give it alone, so that its "
                        "rows are read, or --as document, which makes each file one text");
    if (table.empty()) table = among.table;
    if (csv_as_text_.empty()) csv_as_text_ = among.as_text;
  }
  const std::string& word = command->parsed->get_name();
  if (!table.empty() && (word == "sketch" || word == "join" || word == "cluster"))
    return Status(Code::kInvalidArgument,
                  fmt::format("{} is a table, of which `textkin dedup` keeps its work in --run-dir, and `textkin {}` "
                              "does not; take that",
                              table, word));
  return table;
}

std::uint64_t Commands::memory() const {
  const Command* const command = parsed();
  return command == nullptr ? 0 : command->shared.run.limits.memory;
}

Result<int> Commands::run() {
  Command* const command = parsed();
  if (command == nullptr) return Status(Code::kInvalidArgument, "no command given");
  if (!command->shared.delimiter.empty())
    return Status(Code::kInvalidArgument, csv_as_text_.empty()
                                              ? "--delimiter is for tables of CSV, and no INPUT is one"
                                              : "--delimiter is for tables of CSV that stand alone, and " +
                                                    csv_as_text_ + " has files beside it");
  Terminal terminal(command->shared.quiet);
  if (!csv_as_text_.empty())
    terminal.note(csv_as_text_ + " stands beside files that are no tables, and is read as one text");
  command->shared.extractor = "/proc/self/exe";
  TEXTKIN_ASSIGN_OR_RETURN(engine::run::RunOptions options, to_run_options(*command->parsed, command->shared));
  TEXTKIN_RETURN_IF_ERROR(check_paths(*command, options, true));
  engine::run::bound_heap(options.limits.memory);
  engine::write::FileResults results;
  return command->run(options, results, terminal);
}

Result<int> Commands::run_in_memory(const MemorySources& sources, engine::write::Results& results, std::uint64_t used,
                                    const std::string& program, const engine::places::Held& held, Progress& progress) {
  Command* const command = parsed();
  if (command == nullptr) return Status(Code::kInvalidArgument, "no command given");
  command->shared.extractor = program;
  command->held = held;
  TEXTKIN_ASSIGN_OR_RETURN(engine::run::RunOptions options, to_run_options(*command->parsed, command->shared));
  for (const auto& [argument, parts] : sources)
    for (const NamedSource& part : parts) options.inputs.spec.memory.emplace(part.name, part.rows);
  TEXTKIN_RETURN_IF_ERROR(check_paths(*command, options, results.writes_files()));
  name_parts(sources, options.inputs.spec.arguments);
  name_parts(sources, options.inputs.against);
  if (used != 0) {  // then the process is the run's
    engine::run::bound_heap(options.limits.memory);
    options.limits.memory = engine::run::settle(options.limits).memory;
  }
  if (options.limits.memory != 0) {
    options.limits.beside = std::min(options.limits.memory / 2, used);
    options.limits.memory -= options.limits.beside;
  }
  return command->run(options, results, progress);
}

}  // namespace textkin::cli
