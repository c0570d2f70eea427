// What a door shows on a terminal: text of strangers without what a terminal obeys.
#pragma once

#include <string>
#include <string_view>

namespace textkin::engine::run {

// base::printable(): control characters and bytes that are no UTF-8 as "\x1b".
std::string printable(std::string_view line);

}  // namespace textkin::engine::run
