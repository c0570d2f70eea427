// Members of a set as a person writes them: numbers and ranges, "1,4,7-9".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "textkin/status.h"

namespace textkin::laws {

// "1,4,7-9" -> 1 4 7 8 9, ascending, each once; nothing for "". Anything else, a number above `most`, or more than ten
// million members, is kInvalidArgument, in a line that names the option.
Result<std::vector<std::uint64_t>> parse_members(std::string_view option, std::string_view list, std::uint64_t most);

}  // namespace textkin::laws
