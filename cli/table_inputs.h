// Files of tables among the inputs: Parquet, Arrow IPC, CSV. The Python package reads and writes them (decision 28), so
// the command goes there as it was typed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "textkin/status.h"

namespace textkin::cli {

// A file of tables that `arguments` name, or that a folder of them holds; empty where they are no tables. CSV in a
// folder beside files that are no tables is text like these. Cost: for folders, listing them.
std::string table_among(const std::vector<std::string>& arguments);

// Becomes python3, or the interpreter that TEXTKIN_PYTHON names, and runs `words` there. `table` is what messages name,
// `memory` the limit, 0: none. Returns only where that cannot be started. The interpreter says in one line, and with
// exit code 2, that it lacks the package, or has it of another version.
Status run_in_python(const std::vector<std::string>& words, const std::string& table, std::uint64_t memory);

}  // namespace textkin::cli
