// What `textkin extract --here` does: the process that reads a stranger's file.
#pragma once

#include <string>

#include "input/blocks/input_spec.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::files {

// What extract_text() and all others run as a process of their own (input/sources/extraction.h): standard input, a file
// of that suffix, to standard output, under those limits and confined (base/processes/confinement.h) from here on.
// Notes go to `progress`. kExhausted where the memory was too little. An archive is unpack_archive_here()'s.
Status extract_here(const std::string& suffix, const input::Extraction& limits, Progress& progress);

// Stands ready, and does that in a process of its own for each file that is wanted (base/processes/fork_server.h); why
// it cannot be read goes to `progress` too.
Status extract_each_here(const input::Extraction& limits, Progress& progress);

}  // namespace textkin::engine::files
