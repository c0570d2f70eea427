// The command line that makes the same result again, for a page that says how it was made.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace textkin::cli {

// The command that was parsed, with what was typed, in the order of its help: INPUT first, each value of an option as
// --NAME=VALUE, quoted for a shell where it must be. Left out is what changes no result (threads, memory, progress) and
// where results go; `output` stands in for that.
std::string command_again(const CLI::App& command, const std::string& output);

// `pairs` with the options that were typed for `plan`, without where results go; what is said of numbers of documents
// is left out too.
std::string search_again(const CLI::App& command);

}  // namespace textkin::cli
