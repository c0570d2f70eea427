// What `passages` and `report` have in common: which passages are found, and how input is read.
#pragma once

#include <CLI/App.hpp>

#include "engine/commands/passage_report.h"
#include "engine/commands/passages.h"
#include "shared_options.h"

namespace textkin::cli {

void add_against(CLI::App& command, SharedArguments& shared);
// How long a passage is; what it is, once something is found; what of it is not counted; how INPUT is read, with no
// --run-dir; and what pages say.
void add_length_options(CLI::App& command,
                        engine::passages::PassagesOptions& wanted);  // with the next one's but --common
void add_alignment_options(CLI::App& command, engine::passages::PassagesOptions& wanted);
void add_exclusion_options(CLI::App& command, engine::passages::ExclusionOptions& wanted);
void add_passage_reading(CLI::App& command, SharedArguments& shared);
void add_page_options(CLI::App& command, engine::commands::ReportOptions& wanted);
// All of them but that of pages, and how passages are found.
void add_passage_options(CLI::App& command, SharedArguments& shared, engine::passages::PassagesOptions& wanted);
// What --sensitivity says, where it was not said otherwise; once `command` is parsed.
void apply_sensitivity(const CLI::App& command, engine::passages::PassagesOptions& wanted);

}  // namespace textkin::cli
