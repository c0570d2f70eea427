// The options that several commands share, by group, added to a CLI11 command.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "engine/run/options.h"
#include "engine/run/typed_options.h"
#include "textkin/status.h"

namespace textkin::cli {

// What is typed, before it becomes RunOptions.
struct SharedArguments {
  engine::run::RunOptions run;
  std::string against_id;
  std::string delimiter;  // of tables of CSV; empty: by the suffix
  std::string extract = "none";
  std::string extractor;  // the program that --extract auto runs
  std::string normalize = "nfkc-casefold";
  std::string shingle = "word:5";
  bool exact = false;
  std::string simd = "auto";
  bool quiet = false;
  bool changes_text = false;  // what is typed changes a text spec that is known later, and is judged there
};

void add_input_options(CLI::App& command, SharedArguments& arguments);
void add_against_fields(CLI::App& command, SharedArguments& arguments);  // where there is --against
void add_extract_limits(CLI::App& command, SharedArguments& arguments);  // part of the input options
void add_text_options(CLI::App& command, SharedArguments& arguments);
// Parts of the text options, which some commands have alone.
void add_normalize_option(CLI::App& command, SharedArguments& arguments, const char* group);
void add_key_option(CLI::App& command, SharedArguments& arguments, const char* group);
void add_sketch_options(CLI::App& command, SharedArguments& arguments);          // which sketch
void add_plan_options(CLI::App& command, SharedArguments& arguments);            // threshold, recall, bands
void add_prefer(CLI::App& command, SharedArguments& arguments);                  // part of the plan
void add_search_options(CLI::App& command, SharedArguments& arguments);          // both, and the method
CLI::Option* add_measure_option(CLI::App& command, SharedArguments& arguments);  // where there is a threshold
void add_limit_options(CLI::App& command, SharedArguments& arguments);           // threads, memory
void add_run_options(CLI::App& command, SharedArguments& arguments);             // these, and more
// Of a command that keeps none: --run-dir is not in its help, and to_run_options() refuses it.
void keep_no_run_dir(CLI::App& command);
void add_stats_option(CLI::App& command, SharedArguments& arguments);

// Of the text options those that `command` was given.
engine::run::NamedTextOptions named_text_options(const CLI::App& command);

// The typed values as RunOptions; kInvalidArgument names the option. `command` has been parsed: what was not typed
// there is settled by the input's form.
Result<engine::run::RunOptions> to_run_options(const CLI::App& command, const SharedArguments& arguments);

}  // namespace textkin::cli
