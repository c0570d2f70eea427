// sync_folder: puts the names in a folder on the disk, so that a file that was renamed into it survives a power cut.
#pragma once

#include <string>

#include "textkin/status.h"

namespace textkin::base {

// Of the folder that `file` lies in. A file system that cannot sync folders is no error.
Status sync_folder_of(const std::string& file);

}  // namespace textkin::base
