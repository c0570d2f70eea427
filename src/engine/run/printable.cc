#include "engine/run/printable.h"

#include "base/utf8.h"

namespace textkin::engine::run {

std::string printable(std::string_view line) { return base::printable(line); }

}  // namespace textkin::engine::run
