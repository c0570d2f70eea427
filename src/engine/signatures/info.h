// textkin signatures info: what a file of signatures holds and how it was made.
#pragma once

#include <string>

#include "engine/write/results.h"
#include "textkin/status.h"

namespace textkin::engine::signatures {

// All of the file is read, and its checksums with it. `json`: one object, else lines for people.
Status info(const std::string& file, const std::string& output, bool json, write::Results& results);

}  // namespace textkin::engine::signatures
