// textkin index create: an empty index, with what stays for ever.
#pragma once

#include <string>

#include "engine/index/index_spec.h"
#include "engine/run/limits.h"
#include "textkin/status.h"

namespace textkin::engine::index {

// kInvalidArgument for a spec that cannot be, or a folder that holds something.
Status create(const std::string& folder, const IndexSpec& spec, const run::LimitOptions& limits);

}  // namespace textkin::engine::index
