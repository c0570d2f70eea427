// textkin sketches: the catalogue of sketches, as --sketch takes them.
#pragma once

#include <string>

#include "textkin/status.h"

namespace textkin::engine::commands {

// Writes it to `output` ("-": standard output) as text or JSON (report/commands/sketch_table.h).
Status sketches(const std::string& output, bool json);

}  // namespace textkin::engine::commands
