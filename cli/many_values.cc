#include "many_values.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>

namespace textkin::cli {
namespace {

bool takes_many(const CLI::Option& option) { return !option.get_positional() && option.get_items_expected_max() > 1; }

// What is put before a word in brackets, which CLI11 takes for a list: `[a,b]` would be the two words a and b.
constexpr char kAsItStands = '\x1f';

std::string guarded(const std::string& word) {
  return word.starts_with('[') || word.starts_with(kAsItStands) ? kAsItStands + word : word;
}

std::string take_guard_off(std::string& word) {
  if (word.starts_with(kAsItStands)) word.erase(0, 1);
  return {};
}

// A word that is no option; "-" is standard input.
bool is_value(const std::string& word) { return word == "-" || !word.starts_with('-'); }

// The command that words[0] names, or the one below it that the next word names; `at` behind them.
const CLI::App* command_of(const CLI::App& app, const std::vector<std::string>& words, std::size_t& at) {
  const CLI::App* command = &app;
  for (at = 0; at < words.size(); ++at) {
    const auto below = command->get_subcommands([&](const CLI::App* any) { return any->check_name(words[at]); });
    if (below.empty()) break;
    command = below.front();
  }
  return command;
}

}  // namespace

void close_many_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options([](const CLI::Option* any) { return takes_many(*any); }))
    option->allow_extra_args(false);
  for (CLI::Option* option : app.get_options([](const CLI::Option* any) { return any->get_positional(); }))
    option->transform(CLI::Validator(take_guard_off, ""));
  for (CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; })) close_many_values(*below);
}

std::vector<std::string> with_many_values(const CLI::App& app, const std::vector<std::string>& words) {
  std::size_t at = 0;
  const CLI::App* const command = command_of(app, words, at);
  std::vector<std::string> out(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at));
  for (; at < words.size(); ++at) {
    const CLI::Option* const option = words[at].starts_with('-') ? command->get_option_no_throw(words[at]) : nullptr;
    if (words[at] == "--") {
      out.push_back(words[at]);
      while (++at < words.size()) out.push_back(guarded(words[at]));
      return out;
    }
    const std::string& name = words[at];
    if (option != nullptr && takes_many(*option)) {
      if (at + 1 == words.size() || !is_value(words[at + 1])) throw CLI::ArgumentMismatch::AtLeast(name, 1, 0);
      while (at + 1 < words.size() && is_value(words[at + 1])) out.push_back(fmt::format("{}={}", name, words[++at]));
      continue;
    }
    out.push_back(guarded(name));
    // What an option of one value takes, it takes whatever it looks like.
    for (int value = option == nullptr ? 0 : option->get_items_expected_min(); value > 0 && at + 1 < words.size();
         --value)
      out.push_back(words[++at]);
  }
  return out;
}

Status refuse_empty_values(const CLI::App& app, const std::vector<std::string>& words) {
  std::size_t at = 0;
  const CLI::App* const command = command_of(app, words, at);
  for (; at < words.size() && words[at] != "--"; ++at) {
    const std::size_t equals = words[at].starts_with("--") ? words[at].find('=') : std::string::npos;
    const std::string name = words[at].substr(0, equals);
    const CLI::Option* const option = name.starts_with('-') ? command->get_option_no_throw(name) : nullptr;
    if (option == nullptr || option->get_items_expected_max() == 0) continue;
    bool is_empty = equals != std::string::npos && equals + 1 == words[at].size();
    if (equals == std::string::npos) {
      const bool many = takes_many(*option);
      int more = many ? option->get_items_expected_max() : option->get_items_expected_min();
      for (; more > 0 && at + 1 < words.size() && (!many || is_value(words[at + 1])); --more)
        is_empty = words[++at].empty() || is_empty;
    }
    if (is_empty)
      return Status(Code::kInvalidArgument, fmt::format("{} '' is empty; give it a value, or leave it out", name));
  }
  return {};
}

std::string without_guards(std::string message) {
  std::erase(message, kAsItStands);
  return message;
}

std::string what_took_many(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (!takes_many(*option) || option->count() < 2) continue;
    std::vector<std::string> named = option->results();
    const std::string last = named.back();
    named.pop_back();
    return fmt::format("{} took {} and {}", option->get_name(), fmt::join(named, ", "), last);
  }
  return {};
}

}  // namespace textkin::cli
