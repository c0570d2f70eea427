// FieldValue: the value of --keep field:NAME in one document.
#pragma once

#include <cstdint>
#include <string_view>

namespace textkin {

struct FieldValue {
  enum class Kind : std::uint8_t { kMissing, kNumber, kText } kind = Kind::kMissing;
  double number = 0;
  std::string_view text;  // lives as long as what it was read from
};

}  // namespace textkin
