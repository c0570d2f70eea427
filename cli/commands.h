// The catalogue of commands.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command.h"
#include "engine/write/results.h"
#include "textkin/memory_source.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::cli {

// One of what an argument stands for, by the name that messages say.
struct NamedSource {
  std::string name;
  std::shared_ptr<const MemorySource> rows;
};

// In input order, by the argument that stands for them.
using MemorySources = std::map<std::string, std::vector<NamedSource>>;

class Commands {
 public:
  // Adds to `app` the command that `words` begin with: to add all takes longer than most calls from Python. Where they
  // name none, or one that speaks of all, every command is added.
  Commands(CLI::App& app, const std::vector<std::string>& words);

  // What the parsed command reads: INPUT and --against, as they were typed.
  std::pair<std::vector<std::string>, std::vector<std::string>> inputs() const;
  // The folder of the index that the parsed command works on; empty: none.
  std::string index_folder() const;
  // A file of tables that the parsed command is to read, see table_among(), or a table of signatures; then the Python
  // package runs it. Empty: none, or they are read as text.
  // kInvalidArgument: it is one where the command takes none, or one of CSV that is named beside files that are none.
  Result<std::string> table();
  // The files of signatures, or tables of them, that the parsed command names.
  std::vector<std::string> signature_files() const;
  // From now on these stand where the parsed command names those files of signatures.
  void put_in_place(const std::map<std::string, std::string>& files);
  // Whether the names of INPUT say how it is read, and so whether tables are read as such.
  bool reads_by_name() const;
  std::uint64_t memory() const;  // --memory of the parsed command; 0: not given

  // Runs the command that was parsed; its exit code.
  Result<int> run();

  // The same where inputs may be in memory, and results go to `results`. Of --memory the caller uses
  // `used` bytes itself. `program` is the path of this command line as a program, which extracts the text of files;
  // `held` are indexes that are open.
  Result<int> run_in_memory(const MemorySources& sources, engine::write::Results& results, std::uint64_t used,
                            const std::string& program, const engine::places::Held& held, Progress& progress);

 private:
  Command* parsed() const;  // null: none

  std::vector<std::unique_ptr<Command>> commands_;
  std::string csv_as_text_;  // a table that is read as one text, of a folder; empty: none
};

}  // namespace textkin::cli
