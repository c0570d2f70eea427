// Refusal: why a line or a file cannot be used, and what becomes of it. Private to this room.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input/blocks/problem.h"
#include "input/blocks/read_settings.h"
#include "input/blocks/source.h"
#include "textkin/status.h"

namespace textkin::input {

struct Refusal {
  std::string_view reason;  // a word of kProblemReasons; empty: nothing is wrong
  std::string what;         // for a person
  bool ends_the_run = false;
  bool ok() const { return reason.empty(); }
};

// `length`: of the record, as far as it is known; `largest`: of the largest document that is known, for what would do.
Refusal too_long(const ReadSettings& settings, std::uint64_t length, std::uint64_t largest = 0);

// From what opening or reading the file said.
Refusal unreadable(const Source& source, const Status& status);

// Appends the Problem to `problems`; or returns it as a Status under stop_on_error, and for invalid UTF-8 under kFail.
// `line` 0 is the whole file.
Status refuse(const InputSpec& asked, const Source& source, std::uint64_t line, const Refusal& refusal,
              std::vector<Problem>& problems);

}  // namespace textkin::input
