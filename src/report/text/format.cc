#include "report/text/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/utf8.h"

namespace textkin::report {

void append_number(double value, std::string& out) {
  std::array<char, 40> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  const std::string_view shortest(digits.data(), static_cast<std::size_t>(end - digits.data()));
  out += shortest;
  if (shortest.find_first_not_of("-0123456789") == std::string_view::npos) out += ".0";
}

void append_number(std::uint64_t value, std::string& out) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out.append(digits.data(), end);
}

namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Most texts are ids in which nothing is escaped: they are copied whole.
bool is_plain(std::string_view text) {
  bool plain = true;
  for (const char c : text) plain &= static_cast<signed char>(c) >= 0x20 && c != '"' && c != '\\';
  return plain;
}

void append_escaped(std::string_view text, std::string& out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += "\\u00";
          out += kHex[static_cast<unsigned char>(c) >> 4];
          out += kHex[static_cast<unsigned char>(c) & 15];
        } else {
          out += c;
        }
    }
  }
}

}  // namespace

void append_json(std::string_view text, std::string& out) {
  out += '"';
  if (is_plain(text)) {
    out += text;
  } else if (is_ascii(text)) {
    append_escaped(text, out);
  } else {
    std::string valid;
    base::append_valid_utf8(text, valid);
    append_escaped(valid, out);
  }
  out += '"';
}

void append_field(std::string_view text, std::string& out) {
  if (is_plain(text)) {
    out += text;
    return;
  }
  for (const char c : text) {
    switch (c) {
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        out += c;
    }
  }
}

std::string with_commas(std::uint64_t value) {
  std::string digits = fmt::format("{}", value);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, ",");
  return digits;
}

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(count), noun, count == 1 ? "" : "s");
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits{"B", "KB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1000 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string human_seconds(double seconds) {
  return seconds < 0.01 ? fmt::format("{:.2f} ms", 1e3 * seconds)
         : seconds < 90 ? fmt::format("{:.2f} s", seconds)
                        : fmt::format("{:.1f} min", seconds / 60);
}

std::string human_share(double share) {
  constexpr double kLast = 1e-4;
  const bool between = share > 0 && share < 1;
  return fmt::format("{:.4f}", between ? std::clamp(share, kLast, 1 - kLast) : share);
}

}  // namespace textkin::report
