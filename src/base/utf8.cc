#include "base/utf8.h"

#include <cstddef>

namespace textkin::base {
namespace {

// What may follow a lead byte (Unicode 15, table 3-7): only the second byte is limited further than 80..BF.
struct Lead {
  std::size_t length;  // 0: no lead byte
  unsigned char second_low;
  unsigned char second_high;
};

Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte < 0xC2) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

// Bytes of `text` from `at` on that are one code point, or could have begun one; `valid` says which.
std::size_t next_unit(std::string_view text, std::size_t at, bool& valid) {
  const Lead lead = lead_of(static_cast<unsigned char>(text[at]));
  valid = lead.length == 1;
  if (lead.length < 2) return 1;
  std::size_t length = 1;
  for (; length < lead.length && at + length < text.size(); ++length) {
    const auto byte = static_cast<unsigned char>(text[at + length]);
    const unsigned char low = length == 1 ? lead.second_low : 0x80;
    const unsigned char high = length == 1 ? lead.second_high : 0xBF;
    if (byte < low || byte > high) break;
  }
  valid = length == lead.length;
  return length;
}

}  // namespace

void append_valid_utf8(std::string_view bytes, std::string& out) {
  std::size_t copied = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    bool valid;
    const std::size_t length = next_unit(bytes, at, valid);
    if (!valid) {
      out.append(bytes.substr(copied, at - copied)).append(kReplacementCharacter);
      copied = at + length;
    }
    at += length;
  }
  out.append(bytes.substr(copied));
}

std::string as_utf8(std::string_view name) {
  std::string valid;
  append_valid_utf8(name, valid);
  return valid == name ? valid : printable(name);
}

std::string printable(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (std::size_t at = 0; at < bytes.size();) {
    bool valid;
    const std::size_t length = next_unit(bytes, at, valid);
    const auto first = static_cast<unsigned char>(bytes[at]);
    const bool one = length == 1 && (first < 0x20 || first == 0x7F);
    const bool two = length == 2 && first == 0xC2 && static_cast<unsigned char>(bytes[at + 1]) < 0xA0;
    for (const char byte : bytes.substr(at, length)) {
      if (valid && !one && !two) {
        out += byte;
      } else {
        out.append("\\x") += kDigits[static_cast<unsigned char>(byte) >> 4];
        out += kDigits[static_cast<unsigned char>(byte) & 15];
      }
    }
    at += length;
  }
  return out;
}

}  // namespace textkin::base
