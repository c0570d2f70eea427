// HelpFormatter: how --help shows what an option takes: the same words with whatever version of CLI11, whose own layout
// changed between 2.3 and 2.4.
#pragma once

#include <CLI/CLI.hpp>
#include <set>
#include <string>

namespace textkin::cli {

class HelpFormatter final : public CLI::Formatter {
 public:
  // " TYPE=DEFAULT ... REQUIRED Excludes: --other", of which each may be missing.
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string told;
    if (option->get_type_size() != 0) {
      if (!option->get_type_name().empty()) told += " " + option->get_type_name();
      if (!option->get_default_str().empty()) told += "=" + option->get_default_str();
      if (option->get_expected_max() == CLI::detail::expected_max_vector_size) told += " ...";
      if (option->get_required()) told += " REQUIRED";
    }
    std::set<std::string> others;
    for (const CLI::Option* other : option->get_excludes()) others.insert(other->get_name());
    if (!others.empty()) told += " Excludes:";
    for (const std::string& other : others) told += " " + other;
    return told;
  }
};

}  // namespace textkin::cli
