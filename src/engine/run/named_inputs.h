// Inputs as a person calls them, for the title of a page: the folder that one works in is "essays" and not ".".
#pragma once

#include <span>
#include <string>
#include <vector>

namespace textkin::engine::run {

// Each path as it was given, but where it ends in "." or "..": then the name of the folder that it leads to. A path
// that leads nowhere, and the root, stay as they are. Cost: a look at the disk for those alone.
std::vector<std::string> named_inputs(std::span<const std::string> paths);

}  // namespace textkin::engine::run
