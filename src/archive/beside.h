// What lies in the folder of an index beside what was made from its documents.
#pragma once

#include <string>

#include "textkin/status.h"

namespace textkin::archive {

// The marks of reviewers (desk/marks.h).
inline std::string marks_of(const std::string& folder) { return folder + "/marks.jsonl"; }

// `to` has its name when all of it is on the disk; for its owner alone. Memory: 1 MiB.
Status copy_file(const std::string& from, const std::string& to);

// Copies the marks, as they are now, where there are any; for its owner alone.
Status copy_beside(const std::string& from, const std::string& to);

}  // namespace textkin::archive
