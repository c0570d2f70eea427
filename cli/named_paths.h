// The paths that a command line names: what is written, what is read. Options say it by the words that stand for their
// values in the help: FILE, FILE.tsv, FOLDER are written, INPUT and what has no word are read.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "engine/write/destinations.h"

namespace textkin::cli {

// As messages call it: "-o", "--removed".
std::string typed_name(const CLI::Option& option);

// Whether its value names what is written.
bool names_output(const CLI::Option& option);

// Of a command that was parsed, with the forms below it. `prints`: what is to go to standard output goes there.
engine::write::Destinations named_paths(const CLI::App& command, bool prints);

}  // namespace textkin::cli
