#include "text/normalize/normalizer.h"

#include "text/normalize/normalize_filter.h"
#include "text/normalize/normalize_icu.h"

#include <cstdlib>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "text/unicode/testing_reference.h"
#include "text/unicode/testing_texts.h"
#include "unicode/uchar.h"

namespace textkin::text {
namespace {

using MakeNormalizer = std::unique_ptr<Normalizer> (*)();
constexpr std::pair<std::string_view, MakeNormalizer> kNormalizers[] = {{"nfkc-casefold", make_nfkc_casefold},
                                                                        {"nfc", make_nfc},
                                                                        {"casefold", make_casefold},
                                                                        {"strip-marks", make_strip_marks},
                                                                        {"ascii-lower", make_ascii_lower},
                                                                        {"strip-punctuation", make_strip_punctuation},
                                                                        {"strip-space", make_strip_space},
                                                                        {"collapse-space", make_collapse_space},
                                                                        {"none", make_none}};

std::string normalized(MakeNormalizer make, std::string_view text) {
  ByteBuffer out;
  make()->apply(text, out);
  return std::string(out.view());
}

// Texts in which every neighbour may change every other one, cut where the code cuts them, against whole texts.
TEST(Normalizer, EqualsIcuOnTheWholeText) {
  for (const auto& [name, make] : kNormalizers) {
    SCOPED_TRACE(name);
    const auto normalizer = make();
    std::mt19937_64 random(10);
    ByteBuffer out;
    for (int round = 0; round < 6000; ++round) {
      const unsigned shares[] = {0, 10, 50, 90, 98, 99};
      const std::string text = mixed_text(random, random() % (round % 10 == 0 ? 700 : 60), shares[round % 6]);
      normalizer->apply(text, out);
      ASSERT_EQ(std::string(out.view()), reference_normalize(name, text)) << round;
    }
  }
}

// Texts as people write them, most of which is taken by kernels; bytes that are no UTF-8 have the same form everywhere.
TEST(Normalizer, EqualsIcuOnScriptsOnEveryTarget) {
  for (const auto& [name, make] : kNormalizers) {
    SCOPED_TRACE(name);
    std::vector<std::string> broken;
    for_each_target([&, make = make, name = name](const char*) {
      const auto normalizer = make();
      std::mt19937_64 random(13);
      ByteBuffer out;
      for (int round = 0; round < 600; ++round) {
        std::string text = script_text(random, random() % 500);
        normalizer->apply(text, out);
        ASSERT_EQ(std::string(out.view()), reference_normalize(name, text)) << round;
        if (text.empty()) continue;
        text[random() % text.size()] = static_cast<char>(0x80 | random());
        normalizer->apply(text, out);
        if (broken.size() <= static_cast<std::size_t>(round)) broken.resize(static_cast<std::size_t>(round) + 1);
        std::string& first = broken[static_cast<std::size_t>(round)];
        if (first.empty()) first = std::string(out.view());
        ASSERT_EQ(std::string(out.view()), first) << round;
      }
    });
  }
}

// A mark behind each character of the plane and before the next: of each class of combining one, or all (TEXTKIN_SOAK).
TEST(Normalizer, MarksBehindEveryCharacter) {
  const bool all = std::getenv("TEXTKIN_SOAK") != nullptr;
  std::set<int> classes;
  for (std::uint32_t mark = 0x300; mark < 0x10000; ++mark) {
    const int combining = u_getCombiningClass(static_cast<UChar32>(mark));
    if (combining == 0 || (!classes.insert(combining).second && !all)) continue;
    std::string text;
    for (std::uint32_t c = 0x80; c < 0x10000; ++c) {
      if (c == 0xD800) c = 0xE000;
      append_utf8(text, c);
      append_utf8(text, mark);
    }
    for (const MakeNormalizer make : {make_nfkc_casefold, make_nfc})
      ASSERT_EQ(normalized(make, text), reference_normalize(make == make_nfc ? "nfc" : "nfkc-casefold", text)) << mark;
  }
  EXPECT_GT(classes.size(), 30u);
}

// Rows of marks, in the order of their classes and not, behind the letters of the alphabets that write so: what may be
// copied and what changes places.
TEST(Normalizer, RowsOfMarksOnEveryTarget) {
  constexpr std::uint32_t kPages[] = {0x300, 0x580, 0x600, 0x680, 0x900, 0xE00, 0xE80, 0xF00};
  for_each_target([&](const char*) {
    std::mt19937_64 random(14);
    for (int round = 0; round < 4000; ++round) {
      const std::uint32_t page = kPages[static_cast<std::size_t>(round) % std::size(kPages)];
      std::string text = round % 3 == 0 ? "" : "a";
      for (int i = 0; i < 120; ++i) {
        const std::uint32_t c = page + static_cast<std::uint32_t>(random() % 128);
        const bool is_mark = u_getCombiningClass(static_cast<UChar32>(c)) != 0;
        if (is_mark || i % 3 == 0) append_utf8(text, c);
        if (random() % 40 == 0) append_utf8(text, random() % 2 == 0 ? 0x200Du : 0x301u);
      }
      for (const MakeNormalizer make : {make_nfkc_casefold, make_nfc}) {
        const std::string wanted = reference_normalize(make == make_nfc ? "nfc" : "nfkc-casefold", text);
        ASSERT_EQ(normalized(make, text), wanted) << round;
      }
    }
  });
}

TEST(Normalizer, EveryCodePointAloneAndBetweenLetters) {
  for (const auto& [name, make] : kNormalizers) {
    SCOPED_TRACE(name);
    const auto normalizer = make();
    ByteBuffer out;
    for (std::uint32_t c = 0; c < 0xE1000; ++c) {
      if (c == 0xD800) c = 0xE000;
      if (c == 0x33000) c = 0xE0000;  // nothing is assigned between
      std::string text;
      append_utf8(text, c);
      text += "E";
      append_utf8(text, c);
      append_utf8(text, 0x301);
      normalizer->apply(text, out);
      ASSERT_EQ(out.view(), reference_normalize(name, text)) << c;
    }
  }
}

TEST(Normalizer, SaysTheTruthAboutAscii) {
  std::mt19937_64 random(11);
  for (const auto& [name, make] : kNormalizers) {
    SCOPED_TRACE(name);
    for (int round = 0; round < 300; ++round) {
      const std::string text = ascii_text(random, random() % 400);
      const std::string expected = reference_normalize(name, text);
      const AsciiEffect effect = make()->ascii_effect();
      ASSERT_EQ(normalized(make, text), expected);
      if (effect == AsciiEffect::kNothing) {
        ASSERT_EQ(expected, text);
      }
      if (effect == AsciiEffect::kLowers) {
        ASSERT_EQ(expected, reference_normalize("ascii-lower", text));
      }
      if (effect == AsciiEffect::kEdits) {
        const std::string small = reference_normalize("ascii-lower", text);
        ASSERT_EQ(reference_normalize("ascii-lower", expected), reference_normalize(name, small));
      }
    }
  }
}

TEST(Normalizer, ByExample) {
  EXPECT_EQ(normalized(make_nfkc_casefold, "\ufb01ne STRA\u00dfE \uff21\u00ad\u2160"), "fine strasse ai");
  EXPECT_EQ(normalized(make_nfc, "e\u0301A"), "\u00e9A");
  EXPECT_EQ(normalized(make_casefold, "\u00c9e\u0301\u00df"), "\u00e9e\u0301ss");
  EXPECT_EQ(normalized(make_strip_marks, "\u00c9te\u0301 \u0390 \u0439"), "Ete \u03b9 \u0438");
  EXPECT_EQ(normalized(make_strip_punctuation, "a,b\u2019c\u3002$+"), "abc$+");
  EXPECT_EQ(normalized(make_strip_space, " a\u00a0b\u3000\t\n"), "ab");
  EXPECT_EQ(normalized(make_collapse_space, "\n\ta\u00a0 \u3000b "), "a b");
  EXPECT_EQ(normalized(make_ascii_lower, "A\u00c9Z[@"), "a\u00c9z[@");
  EXPECT_EQ(normalized(make_none, "A \u00c9"), "A \u00c9");
  for (const auto& [name, make] : kNormalizers) EXPECT_EQ(normalized(make, ""), "") << name;
}

// Bytes that are not UTF-8 are outside the promise, but no input may read or write out of bounds.
TEST(Normalizer, SurvivesBytesThatAreNotUtf8) {
  std::mt19937_64 random(12);
  for (const auto& [name, make] : kNormalizers) {
    const auto normalizer = make();
    ByteBuffer out;
    for (int round = 0; round < 500; ++round) {
      std::string bytes(random() % 200, '\0');
      for (char& c : bytes) c = static_cast<char>(random() % 3 == 0 ? random() % 128 : random());
      const std::vector<char> tight(bytes.begin(), bytes.end());
      normalizer->apply({tight.data(), tight.size()}, out);
      ASSERT_LE(out.size(), 40 * bytes.size() + 40);
    }
  }
}

}  // namespace
}  // namespace textkin::text
