// io_error: a refusal of the operating system, told to a person with what to do.
#pragma once

#include <string_view>

#include "textkin/status.h"

namespace textkin::base {

// "PATH: WHAT: REASON; ADVICE". `what` is a phrase such as "cannot be opened", `error` an errno value.
// kNotFound where the path does not exist, else kIo.
Status io_error(std::string_view path, std::string_view what, int error);

}  // namespace textkin::base
