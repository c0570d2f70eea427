#include "text/unicode/char_scan.h"

#include <algorithm>
#include <cctype>
#include <random>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "gtest/gtest.h"
#include "text/unicode/char_class.h"
#include "text/unicode/testing_texts.h"
#include "text/unicode/utf8.h"

namespace textkin::text {
namespace {

const WordFlags& usual() {
  static const WordFlags flags(char_flags(), kWordChar, kSoloChar);
  return flags;
}

struct Settled {
  std::vector<std::uint64_t> word;
  std::vector<std::uint64_t> cuts;
  bool operator==(const Settled&) const = default;
};

void set_bit(std::vector<std::uint64_t>& bits, std::size_t place) {
  bits[place / 64] |= std::uint64_t{1} << place % 64;
}

// By the definition, a character after the other.
Settled expected(const std::string& text, const WordFlags& flags) {
  const std::size_t blocks = mask_blocks(text.size());
  Settled out{std::vector<std::uint64_t>(blocks), std::vector<std::uint64_t>(blocks)};
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end;) {
    const CodePoint c = decode(p, end);
    const auto at = static_cast<std::size_t>(p - text.data());
    const bool is_ascii = c.value < 0x80;
    const bool is_word =
        is_ascii ? std::isalnum(static_cast<int>(c.value)) != 0 : (flags.of[c.value] & flags.word) != 0;
    for (std::size_t i = 0; is_word && i < c.length; ++i) set_bit(out.word, at + i);
    if (!is_ascii && (flags.of[c.value] & flags.solo) != 0) {
      set_bit(out.cuts, at);
      if (at + c.length < 64 * blocks) set_bit(out.cuts, at + c.length);
    }
    p += c.length;
  }
  return out;
}

Settled settled(const std::string& text, const WordFlags& flags) {
  const std::size_t blocks = mask_blocks(text.size());
  std::vector<char> copy(64 * blocks + 64);
  std::vector<BlockMask> masks(blocks);
  Settled out{{}, std::vector<std::uint64_t>(blocks, ~0ull)};
  classify(text.data(), text.size(), ByteClass::kAlphanumeric, false, copy.data(), masks.data());
  settle_high(copy.data(), text.size(), flags, masks.data(), out.cuts.data());
  for (const BlockMask& mask : masks) out.word.push_back(mask.word);
  return out;
}

// Now and then a byte is another, or gone.
void damage(std::mt19937_64& random, std::string& text) {
  for (int i = 0; i < 3 && !text.empty(); ++i) {
    const std::size_t at = random() % text.size();
    if (random() % 2 == 0)
      text[at] = static_cast<char>(random());
    else
      text.erase(at, 1);
  }
}

// Flags of no order, and such that first bytes tell (lead_kinds.h), but for one row, two rows or one character.
std::vector<std::uint8_t> drawn_flags(std::mt19937_64& random, bool by_lead) {
  std::vector<std::uint8_t> flags(kCodePoints + kTablePadding);
  for (std::size_t c = 0; c < flags.size(); ++c)
    flags[c] = by_lead && c % 4096 != 0 ? flags[c - 1] : static_cast<std::uint8_t>(random());
  if (!by_lead) return flags;
  for (std::size_t lead = 0; lead < 16; ++lead) {
    const std::size_t first = lead << 12;
    if (lead % 4 == 1) std::fill_n(flags.begin() + static_cast<std::ptrdiff_t>(first + 64 * (lead * 4)), 64, 0xFF);
    if (lead % 4 == 2) flags[first + 64 * (lead * 3) + 7] ^= 0xFF;
    if (lead % 4 == 3) flags[first + 100] ^= 0xFF, flags[first + 2000] ^= 0xFF;
  }
  return flags;
}

TEST(CharScan, SettlesWordsAsTheDefinitionDoesOnEveryTarget) {
  std::mt19937_64 random(5);
  const std::vector<std::uint8_t> drawn = drawn_flags(random, false);
  const std::vector<std::uint8_t> by_lead = drawn_flags(random, true);
  const WordFlags all[] = {usual(),
                           {drawn.data(), kWordChar, kSoloChar},
                           {drawn.data(), 0x3C, 0x81},
                           {by_lead.data(), kWordChar, kSoloChar},
                           {by_lead.data(), 0x3C, 0x81}};
  for_each_target([&](const char*) {
    for (int round = 0; round < 3000; ++round) {
      std::string text = round % 2 == 0 ? script_text(random, random() % 200) : mixed_text(random, random() % 200, 30);
      if (round % 5 == 1) {
        const auto lead = static_cast<std::uint32_t>(random() % 16) << 12;
        for (int i = 0; i < 300; ++i) append_utf8(text, lead | static_cast<std::uint32_t>(random() % 4096));
      }
      if (round % 3 == 0) damage(random, text);
      for (const WordFlags& flags : all) ASSERT_EQ(settled(text, flags), expected(text, flags)) << round;
    }
  });
}

// Every character that is and all that are none, at the border of blocks.
TEST(CharScan, SettlesEveryCharacter) {
  for_each_target([&](const char*) {
    for (std::uint32_t c = 0x80; c < 0x120000; c += c < 0x11000 ? 1 : 61) {
      std::string text(60 + c % 5, 'a');
      append_utf8(text, c);
      append_utf8(text, c);
      ASSERT_EQ(settled(text, usual()), expected(text, usual())) << c;
    }
  });
}

// Most characters stay, capitals change, some get shorter or longer, join what is before them, vanish, or have no form.
std::vector<std::uint32_t> entries() {
  std::vector<std::uint32_t> out(0x10000);
  for (std::uint32_t c = 0x80; c < 0x10000; ++c) {
    if (c >= 0xD800 && c < 0xE000) continue;
    out[c] = c;
    if (c >= 0x410 && c < 0x430) out[c] = c + 0x20;
    if (c >= 0xFF01 && c < 0xFF5F) out[c] = c - 0xFEE0;
    if (c == 0x3B1) out[c] = 0x1F00;
    if (c % 7 == 0 && c >= 0xE30 && c < 0xE80) out[c] |= kJoins | c % 3 << kClassShift;
    if (c % 31 == 1) out[c] = kLongForm;
    if (c % 211 == 2) out[c] = kLongForm | 1;
    if (c % 97 == 3) out[c] = kLongForm | kJoins | 2;
    if (c % 1009 == 0) out[c] = 0;
  }
  return out;
}
constexpr LongForm kLonger[] = {{"s\xC3\xA9s", 4}, {"x", 1}, {"", 0}};

// Whole blocks of one lead whose characters are none: overlong ones and surrogates.
TEST(CharScan, PagesWithoutCharacters) {
  const std::vector<std::uint32_t> table = entries();
  const CharKinds kinds = kinds_of(table.data());
  const CharForms forms{table.data(), kLonger, &kinds};
  for_each_target([&](const char*) {
    for (const std::string_view one :
         {"\xC0\x81", "\xC1\xBF", "\xE0\x81\xA1", "\xE0\x9F\xBF", "\xED\xA0\x81", "\xED\xBF\xBF"}) {
      std::string text;
      while (text.size() < 300) text += one;
      ASSERT_EQ(settled(text, usual()), expected(text, usual())) << text;
      std::vector<char> copy(2 * text.size() + 128);
      ASSERT_EQ(copy_forms(text.data(), text.size(), forms, true, copy.data()).read, 0u) << text;
    }
  });
}

TEST(CharScan, CopiesFormsOfLeadingCharactersOnEveryTarget) {
  const std::vector<std::uint32_t> table = entries();
  const CharKinds kinds = kinds_of(table.data());
  const CharForms forms{table.data(), kLonger, &kinds};
  for_each_target([&](const std::string& target) {
    std::mt19937_64 random(6);
    std::size_t most = 0;
    for (int round = 0; round < 3000; ++round) {
      std::string text = script_text(random, random() % 300);
      if (round % 3 == 0) damage(random, text);
      const bool lower = round % 2 == 0;
      const std::vector<char> tight(text.begin(), text.end());
      std::vector<char> copy(2 * text.size() + 128);
      const Copied copied = copy_forms(tight.data(), tight.size(), forms, lower, copy.data());
      ASSERT_LE(copied.read, text.size());
      most = std::max(most, copied.read);
      std::string wanted;
      const char* const end = text.data() + text.size();
      const char* p = text.data();
      Closing closed = kClosed;
      while (p < text.data() + copied.read) {
        const CodePoint c = decode(p, end);
        p += c.length;
        if (c.value < 0x80) {
          closed = kOpen;
          wanted += static_cast<char>(lower && c.value >= 'A' && c.value <= 'Z' ? c.value + 32 : c.value);
          continue;
        }
        ASSERT_NE(c.value, 0xFFFDu) << "what is no UTF-8 is the caller's";
        ASSERT_LT(c.value, 0x10000u);
        ASSERT_NE(table[c.value], 0u);
        const std::uint32_t entry = table[c.value];
        ASSERT_TRUE((entry & kJoins) == 0 || may_join(entry, closed)) << round;
        closed = closing_of(entry);
        if ((entry & kLongForm) != 0) {
          const LongForm& form = kLonger[entry & kFormBits];
          wanted.append(form.bytes, form.size);
        } else {
          append_utf8(wanted, entry & kFormBits);
        }
      }
      ASSERT_EQ(p, text.data() + copied.read) << "stopped inside a character";
      ASSERT_EQ(std::string(copy.data(), copied.written), wanted) << round;
    }
    if (target == "avx512" || target == "avx2") {
      EXPECT_GT(most, 400u);
    }
  });
}

}  // namespace
}  // namespace textkin::text
