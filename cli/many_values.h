// Options of many values: `--against a b -o x` is `--against=a --against=b -o x`, for every such option of every
// command.
//
// They take every word up to the next option, or to `--`. INPUT stands before them, behind another option, or behind
// `--`; where it is missing then, the line for a person says which option took the words. `--against=a b` takes a
// alone: programs that make command lines write it so.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "textkin/status.h"

namespace textkin::cli {

// Lets no option of `app` and of the commands below it take words by CLI11's own rule, which leaves the last word to
// INPUT in some orders and not in others. Once, when all options are there.
void close_many_values(CLI::App& app);

// `words` (without the program's name) with every value of such an option spelled out as `--NAME=VALUE`. A file or an
// id in brackets stays what it is, `[1,2]`. Throws CLI::ParseError for one without a value.
std::vector<std::string> with_many_values(const CLI::App& app, const std::vector<std::string>& words);

// kInvalidArgument for an option with nothing as its value, which a variable that is not set leaves behind: `--key ""`,
// `--removed=`. CLI11 takes that for an option without a value, or takes the next word.
Status refuse_empty_values(const CLI::App& app, const std::vector<std::string>& words);

// A message of CLI11 about such words, with the words as they were typed.
std::string without_guards(std::string message);

// "--against took old and new", of options of the command that was parsed that took more than one value; else empty.
std::string what_took_many(const CLI::App& command);

}  // namespace textkin::cli
