#include "whole_numbers.h"

#include <fmt/format.h>

#include <cerrno>
#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

namespace textkin::cli {
namespace {

// Nothing of what is no number at all: CLI11 says that.
std::string why_too_wide(const std::string& typed) {
  char* end = nullptr;
  errno = 0;
  (void)std::strtoull(typed.c_str(), &end, 0);
  const bool is_number = end != typed.c_str() && *end == '\0';
  if (!is_number || (errno != ERANGE && !typed.starts_with('-'))) return {};
  return fmt::format("Value {} not in range 0 to {}", typed, std::numeric_limits<std::uint64_t>::max());
}

bool is_whole(const CLI::Option& option) {
  const std::string name = option.get_type_name();
  return name == "N" || name == "K" || name == "B" || name == "R";
}

}  // namespace

void check_whole_numbers(CLI::App& app) {
  for (CLI::Option* option : app.get_options([](const CLI::Option* any) { return is_whole(*any); }))
    option->check(CLI::Validator([](const std::string& typed) { return why_too_wide(typed); }, ""));
  for (CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; })) check_whole_numbers(*below);
}

}  // namespace textkin::cli
