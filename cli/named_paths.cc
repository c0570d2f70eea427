#include "named_paths.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "client/server_address.h"

namespace textkin::cli {
namespace {

using engine::write::Destinations;

// A FILE that is read.
constexpr std::array<std::string_view, 8> kRead = {"--of",  "--template",    "--marks",  "--stop-words",
                                                   "--key", "--pdf-program", "--law-xy", "--given-hashes"};
constexpr std::string_view kWorkOption = "--run-dir";
constexpr std::string_view kDocument = "ID";      // no path, though it may look like one
constexpr std::string_view kIndexFolder = "DIR";  // where it is written to, its type is FOLDER
constexpr std::string_view kNewIndex = "NEW";
constexpr std::string_view kCopy = "COPY";

bool is_written(const std::string& word) { return word.starts_with("FILE") || word.starts_with("FOLDER"); }

Destinations::Form form_of(const std::string& name, const std::string& word, const std::string& path) {
  if (name == kWorkOption || name == kIndexFolder || name == kNewIndex || name == kCopy)
    return Destinations::Form::kWork;
  std::error_code error;
  const bool folder = word == "FOLDER" || (word.ends_with("FOLDER/") &&
                                           (path.ends_with('/') || std::filesystem::is_directory(path, error)));
  return folder ? Destinations::Form::kShards : Destinations::Form::kFile;
}

bool is_read(const CLI::Option& option, const std::string& name, const std::string& word) {
  const bool written_folder = option.get_positional() && word == "FOLDER";
  return (option.get_positional() && !written_folder && name != kDocument) || word == "INPUT" ||
         std::ranges::find(kRead, name) != kRead.end();
}

void add_paths(const CLI::Option& option, bool prints, Destinations& paths) {
  const std::string name = typed_name(option);
  const std::string word = option.get_type_name();
  const bool read = is_read(option, name, word);
  if (!read && !is_written(word)) return;
  std::vector<std::string> named = option.results();
  if (named.empty() && !option.get_default_str().empty()) named = {option.get_default_str()};
  for (const std::string& path : named) {
    if (path.empty() || (name == kIndexFolder && client::is_server_address(path))) continue;
    if (read) {
      paths.add_input(name, path);
    } else if (path != "-" || prints || word == "FOLDER") {
      paths.add_output(name, path, form_of(name, word, path));
    }
  }
}

void add_paths_of(const CLI::App& command, bool prints, Destinations& paths) {
  for (const CLI::Option* option : command.get_options()) add_paths(*option, prints, paths);
  for (const CLI::App* form : command.get_subcommands()) add_paths_of(*form, prints, paths);
}

}  // namespace

std::string typed_name(const CLI::Option& option) {
  if (!option.get_snames().empty()) return "-" + option.get_snames().front();
  return option.get_lnames().empty() ? option.get_name(true) : "--" + option.get_lnames().front();
}

bool names_output(const CLI::Option& option) {
  const std::string word = option.get_type_name();
  return is_written(word) && !is_read(option, typed_name(option), word);
}

Destinations named_paths(const CLI::App& command, bool prints) {
  Destinations paths;
  add_paths_of(command, prints, paths);
  return paths;
}

}  // namespace textkin::cli
