// The commands: their options, and what they call.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <memory>
#include <vector>

#include "textkin/status.h"

namespace textkin::cli {

class Commands {
 public:
  // Adds every command to `app`.
  explicit Commands(CLI::App& app);
  ~Commands();

  // Runs the command that was parsed; its exit code.
  Result<int> run();

 private:
  struct Command;
  void add_pairs(CLI::App& app);
  void add_dedup(CLI::App& app);
  void add_sketch(CLI::App& app);
  void add_join(CLI::App& app);
  void add_cluster(CLI::App& app);
  void add_compare(CLI::App& app);
  void add_plan(CLI::App& app);

  std::vector<std::unique_ptr<Command>> commands_;
};

}  // namespace textkin::cli
