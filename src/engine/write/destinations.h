// Destinations: what a command is to write, held against what it reads, before any work (decision 42).
//
// Whoever starts a command says here what it was told to write and to read; check() refuses what would lose something:
//   - two outputs that are one file or one folder, an output inside another, or one with the name of a shard;
//   - an output that is an input, or an input folder;
//   - an output in an input folder, where the next run would read it (hidden names are not read);
//   - an output folder that holds an input folder; a run directory that holds an input;
//   - an output in the folder of an index, which holds nothing else;
//   - a stream that two inputs name: what one reads of it, the other never sees.
// Files are compared by device and inode, links followed (engine/write/place.h); what does not exist yet by its folder
// and name. The null device may be named for many outputs. Threads: one.
#pragma once

#include <string>
#include <vector>

#include "engine/write/place.h"
#include "input/blocks/input_spec.h"
#include "textkin/status.h"

namespace textkin::engine::write {

class Destinations {
 public:
  enum class Form {
    kFile,    // or a folder whose files the run names by itself
    kShards,  // a folder of files that are named as those of INPUT are
    kWork,    // the run directory, which holds nothing else
  };

  // `option`: as messages call it, "--removed". "-" is standard output.
  void add_output(const std::string& option, const std::string& path, Form form);
  // "-" is standard input. A path that leads nowhere is left to whoever reads it.
  void add_input(const std::string& option, const std::string& path);
  // That output may take the place of INPUT, where that is one file of records and nothing else is read.
  void let_replace_input(const std::string& option) { replaces_input_ = option; }

  // kInvalidArgument says which two, and what to do. `spec`: of INPUT. Cost: system calls for each path; where an
  // output is a folder of shards, INPUT is listed once and two calls are made for each of its files.
  Status check(const input::InputSpec& spec) const;

 private:
  struct Output {
    std::string option;
    std::string path;
    Place place;
    Form form;
    std::string said() const;  // "--removed why.jsonl", "-o - (standard output)"
  };
  struct Input {
    std::string option;
    std::string path;
    Place place;
  };

  Status check_outputs(const Output& one, const Output& other) const;
  Status check_read_once() const;
  static Status check_index(const Output& output);
  Status check_input(const Output& output, const Input& input, const input::InputSpec& spec) const;
  Status check_shards(const input::InputSpec& spec) const;
  bool may_replace(const Output& output, const Input& input, const input::InputSpec& spec) const;

  std::vector<Output> outputs_;
  std::vector<Input> inputs_;
  std::string replaces_input_;
};

}  // namespace textkin::engine::write
