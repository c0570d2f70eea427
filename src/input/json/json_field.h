// JsonField: one field of a JSON object, as each of the three JSON readers gives it. Private to this room.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "textkin/field_value.h"

namespace textkin::input {

struct JsonField {
  enum class Kind : std::uint8_t { kMissing, kNull, kBool, kNumber, kText, kOther };
  Kind kind = Kind::kMissing;
  double number = 0;        // of a number or a bool; infinite where double cannot hold it
  std::string_view text;    // of a text, unescaped; of the number in the id field, its characters as they are written
  std::int16_t beyond = 0;  // of an integer of 64 bits: how far beyond the double
};

template <std::integral Integer>
JsonField whole_number(Integer value) {
  return {JsonField::Kind::kNumber, static_cast<double>(value), {}, beyond_double(value)};
}

enum class JsonVerdict { kObject, kNotObject, kBroken, kRepeated };  // kRepeated: a wanted key, twice

}  // namespace textkin::input
