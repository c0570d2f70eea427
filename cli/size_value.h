// SizeValue: a size as it is typed, 2GiB or 500MB, as a number of bytes.
//
// CLI11 takes what is below 0 for a number of 64 bits, near its end: a limit that is none. Such is refused here, and 0,
// which would count as not given.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace textkin::cli {

inline CLI::Option* take_size(CLI::Option* option) {
  const auto refuse_negative = [](const std::string& typed) {
    return typed.starts_with('-') ? typed + " is below 0; give a size as 512MiB or 2GiB" : std::string();
  };
  // Of those that change a value the one that is added last comes first, and all before the check.
  return option->check(CLI::PositiveNumber.description(""))
      ->transform(CLI::AsSizeValue(true).description(""))
      ->transform(CLI::Validator(refuse_negative, ""));
}

}  // namespace textkin::cli
