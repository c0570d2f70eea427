// What was typed and what was not. Nothing that is typed is ignored: an option that the rest of a command line leaves
// without a use is refused.
#pragma once

#include <CLI/App.hpp>
#include <initializer_list>
#include <string>
#include <string_view>

#include "textkin/status.h"

namespace textkin::cli {

bool is_typed(const CLI::App& command, const std::string& option);

// kInvalidArgument names the first of `options` that was typed: "--trace has no use WHERE; leave it out".
Status refuse_typed(const CLI::App& command, std::initializer_list<const char*> options, std::string_view where);

// The same of all options of a group of the help, as "Input".
Status refuse_typed_group(const CLI::App& command, std::string_view group, std::string_view where);

}  // namespace textkin::cli
