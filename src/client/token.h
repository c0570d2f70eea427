// The token of a client: from a file, or from the environment; never from the command line, which others can read.
#pragma once

#include <string>

#include "textkin/status.h"

namespace textkin::client {

// The one line of `file`, which must be its owner's alone (mode 0600); of no file what TEXTKIN_TOKEN has; empty: none.
Result<std::string> read_token(const std::string& file);

// kInvalidArgument where it cannot stand in a head; `from`: where it is from, for the message.
Status check_token(const std::string& token, const std::string& from);

}  // namespace textkin::client
