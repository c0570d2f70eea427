// What `textkin extract --here archive` does: the process that reads a stranger's archive.
#pragma once

#include "input/blocks/input_spec.h"
#include "textkin/status.h"

namespace textkin::engine::files {

// The ZIP archive that standard input is, a regular file, to standard output as frames (input/blocks/member_frames.h).
// Under those limits and confined from here on (base/processes/confinement.h); nothing is written but to standard
// output.
Status unpack_archive_here(const input::Extraction& limits);

}  // namespace textkin::engine::files
