// The examples that `--help` ends in: each command has its own, and every one runs as it stands in docs/examples.
#pragma once

#include <CLI/App.hpp>

namespace textkin::cli {

// Sets the footer of `app` and of every command below it; all must have been added.
void add_examples(CLI::App& app);

}  // namespace textkin::cli
