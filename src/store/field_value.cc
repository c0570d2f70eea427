#include "store/field_value.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>

namespace textkin::store {
namespace {

constexpr char kNumber = 'n';
constexpr char kText = 't';

}  // namespace

void append_value(const FieldValue& value, std::string& out) {
  switch (value.kind) {
    case FieldValue::Kind::kMissing:
      break;
    case FieldValue::Kind::kNumber:
      out += kNumber;
      out.append(reinterpret_cast<const char*>(&value.number), sizeof value.number);
      if (value.beyond != 0) out.append(reinterpret_cast<const char*>(&value.beyond), sizeof value.beyond);
      break;
    case FieldValue::Kind::kText:
      out += kText;
      out += value.text;
      break;
  }
}

FieldValue to_value(std::string_view bytes) {
  FieldValue value;
  const bool is_whole = bytes.size() == 1 + sizeof value.number + sizeof value.beyond;
  if ((is_whole || bytes.size() == 1 + sizeof value.number) && bytes[0] == kNumber) {
    value.kind = FieldValue::Kind::kNumber;
    std::memcpy(&value.number, bytes.data() + 1, sizeof value.number);
    if (is_whole) std::memcpy(&value.beyond, bytes.data() + 1 + sizeof value.number, sizeof value.beyond);
  } else if (!bytes.empty() && bytes[0] == kText) {
    value.kind = FieldValue::Kind::kText;
    value.text = bytes.substr(1);
  }
  return value;
}

std::string shown_value(const FieldValue& value) {
  if (value.kind != FieldValue::Kind::kNumber) return std::string(value.text);
  constexpr double kAllApart = 9007199254740992.0;            // up to here every integer is a double
  constexpr double kBeyondIntegers = 18446744073709551616.0;  // of 64 bits
  const double size = std::abs(value.number);
  if (value.beyond == 0 && !(size >= kAllApart && size < kBeyondIntegers)) return fmt::format("{}", value.number);
  const __int128 whole = static_cast<__int128>(value.number) + value.beyond;
  return whole < 0 ? fmt::format("-{}", static_cast<std::uint64_t>(-whole))
                   : fmt::format("{}", static_cast<std::uint64_t>(whole));
}

}  // namespace textkin::store
