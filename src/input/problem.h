// Problem: a line or file that could not be used. It costs that document, never the run.
#pragma once

#include <cstdint>
#include <string>

namespace textkin::input {

struct Problem {
  std::string file;        // the source's name
  std::uint64_t line = 0;  // 0: the whole file
  std::string reason;      // a fixed word per kind: "broken-json", "no-text-field", "invalid-utf8", "unreadable", ...
  std::string message;     // one line for a person
};

}  // namespace textkin::input
