// The program: what happens between the words that were typed and the exit code.
#pragma once

namespace textkin::cli {

constexpr int kExitFailed = 2;
constexpr int kExitInterrupted = 130;

// Parses, calls the engine, says on standard error what failed, and returns the exit code.
int run_program(int argc, char** argv);

}  // namespace textkin::cli
