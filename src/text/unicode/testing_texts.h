// Texts and targets for the tests of this room. Fixed seeds: a failure comes back.
#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu.h"
#include "gtest/gtest.h"

namespace textkin::text {

// Calls body(name) with every SIMD target of this machine forced in turn, "scalar" last, then lets go.
template <class Body>
void for_each_target(Body&& body) {
  int ran = 0;
  for (const char* name : {"avx512", "avx2", "sse4", "neon", "scalar"}) {
    if (!base::force_simd(name).ok()) continue;
    SCOPED_TRACE(name);
    body(name);
    ++ran;
  }
  EXPECT_TRUE(base::force_simd("auto").ok());
  EXPECT_GE(ran, 2);
}

inline void append_utf8(std::string& text, std::uint32_t c) {
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xC0 | c >> 6);
    text += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    text += static_cast<char>(0xE0 | c >> 12);
    text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    text += static_cast<char>(0xF0 | c >> 18);
    text += static_cast<char>(0x80 | (c >> 12 & 0x3F));
    text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
    text += static_cast<char>(0x80 | (c & 0x3F));
  }
}

// ASCII with every kind of byte: words, runs of space, punctuation, controls, NUL; now and then a very long word.
inline std::string ascii_text(std::mt19937_64& random, std::size_t length) {
  std::string text;
  while (text.size() < length) {
    switch (random() % 12) {
      case 0:
        text += static_cast<char>(random() % 128);
        break;
      case 1:
        text += std::string(1 + random() % 3, " \t\n\r\v\f"[random() % 6]);
        break;
      case 2:
        text += "!\"#%&'()*,-./:;?@[\\]_{}$+<=>^`|~"[random() % 32];
        break;
      case 3:
        text += std::string(random() % 200, static_cast<char>('a' + random() % 26));
        break;
      default:
        for (auto n = random() % 9; n > 0; --n) text += "abcdEFGHz09"[random() % 11];
        text += ' ';
    }
  }
  text.resize(length);
  return text;
}

// Code points that interact: marks of several classes, jamos, compatibility forms, ignorables, scripts without
// spaces, supplementary planes; `ascii_share` percent ASCII between them.
inline std::string mixed_text(std::mt19937_64& random, std::size_t code_points, unsigned ascii_share) {
  static constexpr std::uint32_t kHard[] = {
      0xE9,   0xC9,   0xDF,   0x130,  0x131,  0x149,   0x1C5,   0x300,   0x301,   0x308,   0x323,   0x327,   0x345,
      0x3A3,  0x3C2,  0x390,  0x5D0,  0x5B0,  0x627,   0x653,   0x915,   0x93C,   0x94D,   0x941,   0xE01,   0xE33,
      0xE34,  0xEB3,  0x1000, 0x102E, 0x1025, 0x1100,  0x1161,  0x11A8,  0x1112,  0x1175,  0xAC00,  0xAC01,  0x1E9E,
      0x1FB3, 0x2019, 0x201C, 0x2026, 0x2126, 0x212B,  0x2160,  0x200B,  0x200D,  0xAD,    0x34F,   0x3000,  0xA0,
      0x85,   0x2028, 0x3042, 0x304B, 0x3099, 0x309A,  0x30AB,  0x30FC,  0x4E00,  0x9FA5,  0xF900,  0xFB01,  0xFDFA,
      0xFF21, 0xFF76, 0xFF9E, 0xFEFF, 0xFFFD, 0x1D15E, 0x1D165, 0x1F600, 0x20000, 0x2F800, 0x10400, 0x16E40, 0xE0001,
      0x0430, 0x0410, 0x0439, 0x0306, 0xB57,  0xB47,   0xDCF,   0xDD9,   0x1B05,  0x1B35,  0xA984,  0x0F0B,  0x0F40};
  std::string text;
  for (std::size_t i = 0; i < code_points; ++i) {
    if (random() % 100 < ascii_share) {
      append_utf8(text, " aAeEoI9.,-\n"[random() % 12]);
    } else if (random() % 4 != 0) {
      append_utf8(text, kHard[random() % std::size(kHard)]);
    } else {
      auto c = static_cast<std::uint32_t>(random() % (random() % 3 == 0 ? 0x110000 : 0x3100));
      if (c >= 0xD800 && c < 0xE000) c = 0xD7A3;
      append_utf8(text, c);
    }
  }
  return text;
}

// Words as they are written: of one script after the other, with capitals, marks of punctuation, and now and then a
// character that normal forms make another or none of.
inline std::string script_text(std::mt19937_64& random, std::size_t code_points) {
  struct Script {
    std::uint32_t first;
    std::uint32_t count;
    bool has_spaces;
  };
  static constexpr Script kScripts[] = {{'a', 26, true},       {0xE0, 32, true},    {0x3B1, 25, true},
                                        {0x410, 64, true},     {0x621, 32, true},   {0xE01, 46, false},
                                        {0x4E00, 3000, false}, {0xAC00, 900, true}, {0x1F600, 40, false}};
  static constexpr std::uint32_t kMarks[] = {'.', ',', '-', 0x3002, 0xFF0C, 0x2019, 0x3BB, 0xFB01, 0x301, 0xE48, 'Q'};
  std::string text;
  std::size_t written = 0;
  while (written < code_points) {
    const Script& script = kScripts[random() % (random() % 8 == 0 ? std::size(kScripts) : std::size(kScripts) - 1)];
    for (auto words = random() % 20; words > 0 && written < code_points; --words) {
      for (auto letters = 1 + random() % 8; letters > 0; --letters, ++written)
        append_utf8(text, script.first + static_cast<std::uint32_t>(random() % script.count));
      if (script.has_spaces) text += ' ';
    }
    append_utf8(text, kMarks[random() % std::size(kMarks)]);
  }
  return text;
}

}  // namespace textkin::text
