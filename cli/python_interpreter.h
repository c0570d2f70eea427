// The Python that runs a command over files of tables (decision 28): python3, or what TEXTKIN_PYTHON names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "textkin/status.h"

namespace textkin::cli {

// Becomes that interpreter and runs `words` there, as they were typed. `table` is what messages name, `memory` the
// limit, 0: none. Returns only where it cannot be started or is no Python. The interpreter says in one line, and with
// exit code 2, that it lacks the package, or has it of another version. Cost: starting it twice, some 10 ms each.
Status run_in_python(const std::vector<std::string>& words, const std::string& table, std::uint64_t memory);

}  // namespace textkin::cli
