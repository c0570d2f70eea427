// The folder of an index: made, locked, and on the disk.
//
// Errors: kIo. Threads: any number.
#pragma once

#include <string>

#include "textkin/status.h"

namespace textkin::archive {

// For its owner alone.
Status make_folder(const std::string& path);

// A descriptor that holds the lock until it is closed; kIo where another process, or somebody else in this one, has it.
Result<int> lock_index(const std::string& folder);

// A file that is on the disk is lost all the same while its name, or that of its folder, is not.
Status sync_index(const std::string& folder);

}  // namespace textkin::archive
