// The catalogue of commands.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <vector>

#include "command.h"
#include "textkin/status.h"

namespace textkin::cli {

class Commands {
 public:
  // Adds every command to `app`.
  explicit Commands(CLI::App& app);

  // Runs the command that was parsed; its exit code.
  Result<int> run();

 private:
  std::vector<std::unique_ptr<Command>> commands_;
};

}  // namespace textkin::cli
