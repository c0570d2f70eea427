// Times of an index, as a person types them: when documents count as added, and how old they are.
#pragma once

#include <string>

#include "archive/times.h"
#include "textkin/status.h"

namespace textkin::engine::index {

using archive::Seconds;

// "2026-01-31" or "2026-01-31T12:00:00Z"; kInvalidArgument names `option` and what it takes, and `or_else`, what it
// takes beside times.
Result<Seconds> time_of(const std::string& typed, const std::string& option, const std::string& or_else = "");

// The same, or an age: "365d" or "12h" before `now`.
Result<Seconds> time_or_age(const std::string& typed, const std::string& option, Seconds now);

// "2026-01-31T12:00:00Z"
std::string as_text(Seconds time);

}  // namespace textkin::engine::index
