// check_whole_numbers: what is typed for a whole number is one that 64 bits hold.
//
// CLI11 takes what is larger for 2^64 - 1, and what is below 0 for a number near it: another seed than the one that was
// typed, without a word.
#pragma once

#include <CLI/App.hpp>

namespace textkin::cli {

// For every option of all commands whose value is a whole number by its name (N, K, B, R).
void check_whole_numbers(CLI::App& app);

}  // namespace textkin::cli
