#include "usage_error.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "engine/commands/choices.h"
#include "many_values.h"

namespace textkin::cli {
namespace {

// The command that was typed, or the one below it, as `law error`.
const CLI::App* chosen(const CLI::App& app) {
  const std::vector<CLI::App*> commands = app.get_subcommands();
  return commands.empty() ? &app : chosen(*commands.front());
}

// "textkin law error".
std::string full_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return (parent == nullptr ? "" : full_name(*parent) + " ") + command.get_name();
}

bool has_commands(const CLI::App& app) {
  return !app.get_subcommands([](const CLI::App*) { return true; }).empty();
}

std::string suggest(std::string_view typed, const std::vector<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  const std::string_view nearest = engine::commands::nearest_name(typed, names);
  return nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest);
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::string one_line(const std::string& message) {
  std::string text = without_guards(message);
  for (char& c : text)
    if (c == '\n') c = ' ';
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

// A range is "A to B" in CLI11 2.3 and "[A - B]" in 2.4; all above 0 ends with the largest double, in 300 digits.
std::string plain_range(const std::string& message) {
  constexpr std::string_view kNotIn = " not in range ";
  constexpr double kNoEnd = 1e300;
  const std::size_t at = message.find(kNotIn);
  if (at == std::string::npos) return message;
  std::string range = message.substr(at + kNotIn.size());
  if (range.starts_with('[') && range.ends_with(']')) range = range.substr(1, range.size() - 2);
  if (const std::size_t dash = range.find(" - "); dash != std::string::npos) range.replace(dash, 3, " to ");
  const std::size_t last = range.rfind(' ') + 1;
  if (std::strtod(range.c_str() + last, nullptr) > kNoEnd) return message.substr(0, at) + " is not above 0";
  return fmt::format("{}{}{}", message.substr(0, at), kNotIn, range);
}

}  // namespace

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = chosen(app);
  const std::string help = full_name(*command) + " --help";
  for (const std::string& left : app.remaining(true)) {
    const std::string extra = without_guards(left);
    if (has_commands(*command) && !extra.starts_with('-'))
      return fmt::format("unknown command {}{} ({})", extra, suggest(extra, command_names(*command)), help);
    if (!extra.starts_with('-')) continue;
    const std::string name = extra.substr(0, extra.find('='));
    return fmt::format("unknown option {}{} ({})", name, suggest(name, option_names(*command)), help);
  }
  const std::string took = error.get_name() == "RequiredError" ? what_took_many(*command) : std::string();
  if (!took.empty())
    return fmt::format("{}, but {}; put other arguments before it, or behind -- ({})", one_line(error.what()), took,
                       help);
  return fmt::format("{} ({})", plain_range(one_line(error.what())), help);
}

}  // namespace textkin::cli
