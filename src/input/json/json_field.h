// JsonField: one field of a JSON object, as each of the three JSON readers gives it. Private to this room.
#pragma once

#include <cstdint>
#include <string_view>

namespace textkin::input {

struct JsonField {
  enum class Kind : std::uint8_t { kMissing, kNull, kBool, kNumber, kText, kOther };
  Kind kind = Kind::kMissing;
  double number = 0;      // of a number or a bool; infinite where double cannot hold it
  std::string_view text;  // of a text, unescaped; of the number in the id field, its characters as they are written
};

enum class JsonVerdict { kObject, kNotObject, kBroken, kRepeated };  // kRepeated: a wanted key, twice

}  // namespace textkin::input
