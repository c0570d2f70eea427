#include "command_again.h"

#include <algorithm>
#include <array>
#include <CLI/CLI.hpp>
#include <string_view>

namespace textkin::cli {
namespace {

constexpr std::array<std::string_view, 7> kElsewhere{"help",     "output",     "format",   "stats",
                                                     "problems", "pseudonyms", "documents"};

std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./:,@%=";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out + "'";
}

bool is_left_out(const CLI::Option& option) {
  if (option.count() == 0 || option.get_group() == "Running") return true;
  return std::ranges::any_of(option.get_lnames(), [](const std::string& name) {
    return std::ranges::find(kElsewhere, name) != kElsewhere.end();
  });
}

std::string typed(const CLI::App& command) {
  std::string inputs;
  std::string options;
  for (const CLI::Option* option : command.get_options()) {
    if (is_left_out(*option)) continue;
    const bool flag = option->get_items_expected_max() == 0;
    for (const std::string& value : option->results()) {
      if (option->get_positional())
        inputs += " " + quoted(value);
      else
        options += " --" + option->get_lnames().front() + (flag ? "" : "=" + quoted(value));
    }
  }
  return inputs + options;
}

}  // namespace

std::string command_again(const CLI::App& command, const std::string& output) {
  const CLI::App* const group = command.get_parent();  // of index report: index
  const bool grouped = group != nullptr && group->get_parent() != nullptr;
  return "textkin " + (grouped ? group->get_name() + " " : "") + command.get_name() + typed(command) + " -o " + output;
}

std::string search_again(const CLI::App& command) { return "textkin pairs" + typed(command); }

}  // namespace textkin::cli
