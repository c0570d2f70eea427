// What the names of a command's outputs promise, held against what is written there (decision 121).
//
// The words of the help say what an output holds: FILE.jsonl, FILE.tsv, FILE.html; a FILE what --format says, or text.
// What is kept of INPUT (FILE|FOLDER/) is in INPUT's format, and engine/cleanup/kept_name.h looks at its name.
#pragma once

#include <CLI/App.hpp>

#include "textkin/status.h"

namespace textkin::cli {

// Where --format was not typed and the name of -o promises one that it takes, that is the format from now on. `command`
// has been parsed.
void take_formats(CLI::App& command);

// kInvalidArgument names an output whose name promises another format than it will hold, and what to do.
Status check_names(const CLI::App& command);

}  // namespace textkin::cli
