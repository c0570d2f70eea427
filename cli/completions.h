// Completions of shells: what a shell runs to complete a command line of textkin. A command's words, its options, the
// values that an option's help lists, and files where a value is a path.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "typed_words.h"

namespace textkin::cli {

// A script for `shell`, one of shells(), with the name under which that shell looks for it said in its first lines.
std::string completions(std::string_view shell, const std::vector<CommandWords>& commands);

const std::vector<std::string>& shells();

}  // namespace textkin::cli
