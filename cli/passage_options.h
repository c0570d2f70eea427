// What `passages` and `report` have in common: which passages are found, and how input is read.
#pragma once

#include <CLI/App.hpp>

#include "engine/commands/passages.h"
#include "shared_options.h"

namespace textkin::cli {

void add_against(CLI::App& command, SharedArguments& shared);
// How passages are found, input and running; they keep no --run-dir.
void add_passage_options(CLI::App& command, SharedArguments& shared, engine::passages::PassagesOptions& wanted);
// What --sensitivity says, where it was not said otherwise; once `command` is parsed.
void apply_sensitivity(const CLI::App& command, engine::passages::PassagesOptions& wanted);
// kInvalidArgument where a --run-dir was named.
Status refuse_run_dir(const engine::run::RunOptions& options, const char* command);

}  // namespace textkin::cli
