// ValueLines: an array of JSON values, or values one behind the other, as lines: a value a line. Private to this room.
//
// What stands between the values goes (white space, commas, the brackets of the array); a line feed within a value
// becomes a space, and within a string of it, where none may stand, a byte that makes the value no JSON. Nothing else
// is judged here: who reads the lines does. Threads: one each. Memory: what add() appends. Cost: some 1 ns a byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace textkin::input {

class ValueLines {
 public:
  // Appends to `out` what is known of the lines when `bytes`, which follow those of before, are read.
  void add(std::string_view bytes, std::string& out);

  // No byte follows: ends the last line. False where the array or a value has no end: the file was cut.
  bool finish(std::string& out);

 private:
  enum class Within : std::uint8_t { kNothing, kScalar, kNested, kString, kEscape };

  void begin_value(char c, std::string& out);
  void end_value(std::string& out);
  std::size_t take_string(std::string_view bytes, std::string& out);

  Within within_ = Within::kNothing;
  bool outer_array_ = false;  // values stand in it now
  bool begun_ = false;        // something was there
  std::uint64_t depth_ = 0;   // of brackets of the value that are open
};

}  // namespace textkin::input
