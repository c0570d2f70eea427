// What is said of a name that a catalogue does not have.
#pragma once

#include <span>
#include <string_view>

#include "textkin/status.h"

namespace textkin::base {

// kInvalidArgument: "there is no KIND 'NAME'; did you mean 'X'?", where none of `names` is near: "; choose among 'A'
// 'B'". Only the first 40 bytes of `name` are shown: it may be as long as a command line, the message stays one line.
Status unknown_name(std::string_view kind, std::string_view name, std::span<const std::string_view> names);

}  // namespace textkin::base
