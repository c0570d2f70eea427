// Command: one word after `textkin`: its options, and what it calls. Each command is a file, command_NAME.cc, with a
// function add_NAME that adds the command to an App and whose result outlives the parse, and a line in commands.cc.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "engine/places/held.h"
#include "engine/write/results.h"
#include "shared_options.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::cli {

class Command {
 public:
  virtual ~Command() = default;

  // What of the command line cannot be, said before anything is opened.
  virtual Status check() const { return {}; }

  // Called once, where this command was typed; the exit code. Its options are parsed.
  virtual Result<int> run(const engine::run::RunOptions& options, engine::write::Results& results,
                          Progress& progress) = 0;

  // What else is typed that is read, and only as text or JSONL.
  virtual std::vector<std::string> plain_inputs() const { return {}; }

  // Where files of signatures are typed, that are read or written: a table of them may be named there too (decision
  // 102), and whoever reads it puts another file in its place.
  virtual std::vector<std::string*> signature_files() { return {}; }

  // The folder of the index that it works on; empty: none.
  virtual std::string index_folder() const { return {}; }

  // Whether what goes to standard output where -o names nothing is written at all.
  virtual bool prints() const { return true; }

  // Whether -o may name INPUT itself, where that is one file of records.
  virtual bool may_replace_input() const { return false; }

  CLI::App* parsed = nullptr;
  engine::places::Held held;  // of a door that keeps indexes open
  SharedArguments shared;
};

}  // namespace textkin::cli
