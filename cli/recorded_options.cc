#include "recorded_options.h"

#include <algorithm>
#include <string_view>

#include "engine/cleanup/stages.h"

namespace textkin::cli {
namespace {

constexpr std::string_view kRunDir = "--run-dir";

std::string run_dir_of(const std::vector<std::string>& typed) {
  for (std::size_t i = 1; i < typed.size(); ++i) {
    if (typed[i] == kRunDir && i + 1 < typed.size()) return typed[i + 1];
    if (typed[i].starts_with("--run-dir=")) return typed[i].substr(kRunDir.size() + 1);
  }
  return "";
}

std::string_view name_of(std::string_view argument) {
  const std::string_view name = argument.substr(0, argument.find('='));
  return name == "-t" ? "--threshold" : name;
}

}  // namespace

Result<std::vector<std::string>> with_recorded_options(std::vector<std::string> typed) {
  if (typed.empty() || (typed[0] != "join" && typed[0] != "cluster")) return typed;
  if (std::ranges::any_of(typed, [](const std::string& word) { return word == "--help" || word == "-h"; }))
    return typed;
  const std::string run_dir = run_dir_of(typed);
  if (run_dir.empty()) return typed;
  Result<std::vector<std::string>> recorded = engine::cleanup::recorded_arguments(run_dir);
  if (!recorded.ok()) return recorded;
  std::vector<std::string> all{typed[0]};
  for (std::string& argument : *recorded) {
    const std::string_view name = name_of(argument);
    const bool again = name.starts_with("--") &&
                       std::ranges::any_of(typed, [&](const std::string& word) { return name_of(word) == name; });
    const bool repeats = !again && name.starts_with("--") && name != "--against" && name != "--text-field" &&
                         std::ranges::any_of(all, [&](const std::string& word) { return name_of(word) == name; });
    if (!again && !repeats) all.push_back(std::move(argument));
  }
  all.insert(all.end(), typed.begin() + 1, typed.end());
  return all;
}

}  // namespace textkin::cli
