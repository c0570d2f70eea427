// FieldValue: the value of --keep field:NAME in one document, as a view or with a text of its own.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace textkin {

enum class FieldKind : std::uint8_t { kMissing, kNumber, kText };

// A number is the nearest double and, of an integer of 64 bits, how far it lies beyond that: by both in turn every
// integer and every double has its place.
template <class Text>
struct FieldValueOf {
  using Kind = FieldKind;
  Kind kind = Kind::kMissing;
  std::int16_t beyond = 0;
  double number = 0;
  Text text;
};

using FieldValue = FieldValueOf<std::string_view>;  // the text lives as long as what it was read from
using OwnedFieldValue = FieldValueOf<std::string>;

template <std::integral Integer>
std::int16_t beyond_double(Integer value) {
  return static_cast<std::int16_t>(static_cast<__int128>(value) - static_cast<__int128>(static_cast<double>(value)));
}

template <std::integral Integer>
FieldValue number_value(Integer value) {
  return {FieldKind::kNumber, beyond_double(value), static_cast<double>(value), {}};
}

}  // namespace textkin
