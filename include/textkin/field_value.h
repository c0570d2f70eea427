// FieldValue: the value of --keep field:NAME in one document, as a view or with a text of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace textkin {

enum class FieldKind : std::uint8_t { kMissing, kNumber, kText };

template <class Text>
struct FieldValueOf {
  using Kind = FieldKind;
  Kind kind = Kind::kMissing;
  double number = 0;
  Text text;
};

using FieldValue = FieldValueOf<std::string_view>;  // the text lives as long as what it was read from
using OwnedFieldValue = FieldValueOf<std::string>;

}  // namespace textkin
