#include "typed_words.h"

#include <algorithm>
#include <string_view>

namespace textkin::cli {
namespace {

bool is_word_of_choice(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

std::vector<std::string> split(std::string_view text, std::string_view between) {
  std::vector<std::string> parts;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find(between, at);
    parts.emplace_back(text.substr(at, end - at));
    if (end == std::string_view::npos) return parts;
    at = end + between.size();
  }
}

// "auto|exact|lsh" of the value's word; or, where that is NAME, LIST or LANGUAGE, the list that the help consists of,
// behind the words that introduce it: "Snowball: arabic, armenian".
std::vector<std::string> choices_of(const std::string& value, std::string_view help) {
  std::vector<std::string> choices;
  if (value.find('|') != std::string::npos) {
    for (std::string& word : split(value, "|"))
      if (is_word_of_choice(word)) choices.push_back(std::move(word));
  }
  if (!choices.empty() || (value.find("NAME") != 0 && value.find("LIST") != 0 && value.find("LANGUAGE") != 0))
    return choices;
  if (const std::size_t colon = help.find(": "); colon != std::string_view::npos) help.remove_prefix(colon + 2);
  for (const std::string& part : split(help.substr(0, help.find(';')), ", "))
    for (std::string& word : split(part, " or "))
      if (is_word_of_choice(word)) choices.push_back(std::move(word));
  if (choices.size() < 2) choices.clear();
  return choices;
}

bool names_path(std::string_view word) {
  constexpr std::string_view kPaths[] = {"FILE", "FOLDER", "INPUT", "DIR", "NEW", "COPY", "RUN"};
  return std::any_of(std::begin(kPaths), std::end(kPaths),
                     [&](std::string_view path) { return word.find(path) != std::string_view::npos; });
}

OptionWords words_of(const CLI::Option& option) {
  OptionWords words;
  words.help = option.get_description();
  for (const std::string& name : option.get_snames()) words.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) words.names.push_back("--" + name);
  words.named = !words.names.empty();
  if (!words.named) words.names.push_back(option.get_name(true));
  if (words.named && option.get_expected_max() != 0) words.value = option.get_type_name();
  if (words.named && words.value.empty() && option.get_expected_max() != 0 && option.get_type_size_max() != 0)
    words.value = "VALUE";
  words.preset = option.get_default_str();
  words.choices = choices_of(words.value, words.help);
  words.is_path =
      names_path(words.named ? words.value : words.names.front()) || (!words.named && words.names.front().size() == 1);
  return words;
}

std::string usage_of(const CLI::App& command, const std::string& full) {
  std::string usage = full;
  if (!command.get_options([](const CLI::Option* option) { return option->nonpositional(); }).empty())
    usage += " [OPTIONS]";
  for (const CLI::Option* option : command.get_options([](const CLI::Option* one) { return one->get_positional(); })) {
    std::string word = option->get_name(true);
    if (option->get_expected_max() > 1) word += "...";
    usage += option->get_required() ? " " + word : " [" + word + "]";
  }
  if (!command.get_subcommands([](const CLI::App*) { return true; }).empty()) usage += " COMMAND";
  return usage;
}

void add_words(const CLI::App& command, const std::string& before, std::vector<CommandWords>& found) {
  CommandWords words;
  words.words = before;
  words.help = command.get_description();
  words.usage = usage_of(command, before.empty() ? "textkin" : "textkin " + before);
  words.footer = command.get_footer();
  for (const CLI::Option* option : command.get_options()) words.options.push_back(words_of(*option));
  const auto below = command.get_subcommands([](const CLI::App*) { return true; });
  for (const CLI::App* one : below) words.below.push_back(one->get_name());
  found.push_back(std::move(words));
  for (const CLI::App* one : below) add_words(*one, before + (before.empty() ? "" : " ") + one->get_name(), found);
}

}  // namespace

std::vector<CommandWords> typed_words(const CLI::App& app) {
  std::vector<CommandWords> found;
  add_words(app, "", found);
  return found;
}

}  // namespace textkin::cli
