// What can be typed behind `textkin`, read off the commands and options themselves, so that what is made of it, as the
// manual page and the completions of shells, cannot say anything else than the help.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace textkin::cli {

struct OptionWords {
  std::vector<std::string> names;    // "-t", "--threshold"; of an argument without a name its word, "INPUT"
  std::string value;                 // the word that stands for its value in the help; empty: it takes none
  std::vector<std::string> choices;  // values that can be said beforehand
  std::string preset;                // the value where it is not typed; empty: none is told
  std::string help;
  bool named = true;     // false: an argument without a name
  bool is_path = false;  // a file, a folder, an index
};

struct CommandWords {
  std::string words;  // behind `textkin`, as "index add"; empty: the program itself
  std::string help;
  std::string usage;               // "textkin index add [OPTIONS] DIR INPUT..."
  std::string footer;              // examples and exit codes
  std::vector<std::string> below;  // the words that may follow, where it has commands of its own
  std::vector<OptionWords> options;
};

// The program, then every command in the order of the help, each before those below it.
std::vector<CommandWords> typed_words(const CLI::App& app);

}  // namespace textkin::cli
