// textkin index rebuild: a new index of the texts of another one, with other options.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/index/index_spec.h"
#include "engine/index/open_archive.h"
#include "engine/run/limits.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::care {

struct RebuildOptions {
  std::string folder;
  std::string made;  // the new one; must not exist
  // Options that get other values, as they are typed: what the old index was made with for them is not looked at.
  std::vector<std::string> changed;
  std::function<Status(index::IndexSpec&)> change;  // gives them
  index::OpenArchives held;
};

// What is there in the old index is in the new one, in the order of adding, with its fields, the times of adding and
// the checkpoints; what was removed is not, and sequences begin anew. The old one only gives its texts, so it may be of
// an older version of textkin, or have lost its segments' keys. The new folder has its name when it is complete
// (engine/care/new_folder.h). How many documents that were. Cost: that of adding everything.
Result<std::uint64_t> rebuild(const RebuildOptions& wanted, const run::LimitOptions& limits, Progress& progress);

}  // namespace textkin::engine::care
