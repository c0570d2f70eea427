#include "base/utf8.h"

#include <gtest/gtest.h>

#include <random>

namespace textkin::base {
namespace {

std::string repaired(std::string_view bytes) {
  std::string out = "before ";
  append_valid_utf8(bytes, out);
  return out.substr(7);
}

// One R stands for one U+FFFD.
std::string shown(std::string_view bytes) {
  std::string out = repaired(bytes);
  for (std::size_t at = 0; (at = out.find(kReplacementCharacter, at)) != std::string::npos;) out.replace(at, 3, "R");
  return out;
}

// Rows of the Unicode standard, section 3.9, tables 3-8 to 3-11, and the limits of each length.
TEST(Utf8, MaximalSubpartsAreReplaced) {
  EXPECT_EQ(shown("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"), "RRRRRRRRA");
  EXPECT_EQ(shown("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41"), "RRRRRRRRA");
  EXPECT_EQ(shown("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42"), "RRRRRARRB");
  EXPECT_EQ(shown("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), "RRRRA");
  EXPECT_EQ(shown("\xE2\x82"), "R");
  EXPECT_EQ(shown("\xF0\x9F\x98"), "R");
  EXPECT_EQ(shown("\xC3"), "R");
  EXPECT_EQ(shown(""), "");
  for (const char* valid : {"\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                            "\xEF\xBF\xBD", "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"})
    EXPECT_EQ(repaired(valid), valid);
  EXPECT_EQ(repaired(std::string_view("\0", 1)), std::string("\0", 1));
}

// Every code point: what is written is valid, as long as the standard says, and of its bytes only the first begins it.
TEST(Utf8, EveryCodePointIsWritten) {
  for (std::uint32_t c = 0; c < 0x110000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    char bytes[4];
    const std::size_t length = encode_utf8(c, bytes);
    ASSERT_EQ(length, c < 0x80 ? 1u : c < 0x800 ? 2u : c < 0x10000 ? 3u : 4u) << c;
    const std::string_view written(bytes, length);
    ASSERT_EQ(repaired(written), written) << c;
    std::uint32_t value = static_cast<unsigned char>(bytes[0]) & (length == 1 ? 0x7F : 0xFF >> (length + 1));
    ASSERT_FALSE(continues_character(bytes[0])) << c;
    for (const char byte : written.substr(1)) {
      ASSERT_TRUE(continues_character(byte)) << c;
      value = value << 6 | (static_cast<unsigned char>(byte) & 0x3F);
    }
    ASSERT_EQ(value, c);
  }
}

// The oracle: a code point is what encodes back to its own bytes.
bool is_code_point(std::string_view bytes) {
  if (bytes.empty() || bytes.size() > 4) return false;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.size() == 1) return byte(0) < 0x80;
  static constexpr unsigned kLead[] = {0, 0, 0xC0, 0xE0, 0xF0}, kMask[] = {0, 0, 0x1F, 0x0F, 0x07};
  static constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if ((byte(0) & ~kMask[bytes.size()] & 0xFF) != kLead[bytes.size()]) return false;
  std::uint32_t code = byte(0) & kMask[bytes.size()];
  for (std::size_t i = 1; i < bytes.size(); ++i) {
    if ((byte(i) & 0xC0) != 0x80) return false;
    code = code << 6 | (byte(i) & 0x3F);
  }
  return code >= kLeast[bytes.size()] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

bool is_prefix_of_code_point(std::string_view bytes) {
  if (is_code_point(bytes)) return true;
  if (bytes.size() >= 4) return false;
  // Only the second byte has special limits; its extremes suffice.
  for (const char next : {'\x80', '\x8F', '\x90', '\x9F', '\xA0', '\xBF'})
    if (is_prefix_of_code_point(std::string(bytes) + next)) return true;
  return false;
}

TEST(Utf8, RandomBytesAreRepairedAsTheOracleSays) {
  static const char kPool[] = "aZ\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xED\xEF\xF0\xF1\xF4\xF5\xFF";
  std::mt19937 random(12);
  for (int repeat = 0; repeat < 20'000; ++repeat) {
    std::string bytes;
    for (std::size_t n = random() % 12; n > 0; --n) bytes += kPool[random() % (sizeof kPool - 1)];
    std::string expected;
    for (std::size_t at = 0; at < bytes.size();) {
      std::size_t length = 1;
      while (at + length < bytes.size() && is_prefix_of_code_point(bytes.substr(at, length + 1)) &&
             !is_code_point(bytes.substr(at, length)))
        ++length;
      const std::string unit = bytes.substr(at, length);
      expected += is_code_point(unit) ? unit : std::string(kReplacementCharacter);
      at += length;
    }
    ASSERT_EQ(repaired(bytes), expected);
  }
}

TEST(Printable, WhatATerminalWouldObeyIsShown) {
  EXPECT_EQ(printable("plain \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80"), "plain \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80");
  EXPECT_EQ(printable("a\x1b[2Jb\r\n\t\x7F"), "a\\x1b[2Jb\\x0d\\x0a\\x09\\x7f");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J \xC2\xA0"),
            "\\xc2\\x9b2J \xC2\xA0");
  EXPECT_EQ(printable("\x9B"
                      "2J \xFF \xE2\x82"),
            "\\x9b2J \\xff \\xe2\\x82");
  EXPECT_EQ(printable(""), "");
}

}  // namespace
}  // namespace textkin::base
