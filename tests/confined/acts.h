// What somebody would try who found a hole in what reads a file. Each act is a function that returns 0 where it was
// done, and else what the system said.
//
// The instructions are lines of the very file that is read, "act=NAME" and "target.KEY=VALUE", as those of an attacker
// would be. The answers are lines "NAME done" and "NAME refused: WHY".
#pragma once

#include <string>
#include <string_view>

namespace hostile {

// Tries the acts that `instructions` names, in order.
std::string answers_to(std::string_view instructions);

}  // namespace hostile
