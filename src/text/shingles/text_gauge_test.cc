#include "text/shingles/text_gauge.h"

#include <string>

#include "gtest/gtest.h"
#include "text/catalog.h"

namespace textkin::text {
namespace {

TextSize size_of(const std::string& text, const TextSpec& spec = {}) {
  return make_text_gauge(spec).value()->measure(text);
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST(TextGauge, CountsUnits) {
  EXPECT_EQ(size_of(""), TextSize());
  EXPECT_EQ(size_of("One, two; three."), (TextSize{0, 3}));
  TextSpec characters;
  ASSERT_TRUE(parse_shingle("char:9", characters).ok());
  EXPECT_EQ(size_of("a b", characters).units, 3u);
  // Words that are left out are held until then.
  TextSpec filtered;
  filtered.stop_words = "english";
  EXPECT_EQ(size_of("the end of the road", filtered).units, 5u);
}

// U+FDFA is three bytes and stands for four words of 33.
TEST(TextGauge, SeesWhatNormalisingMakes) {
  const TextSize size = size_of(repeated("\uFDFA ", 1000));
  EXPECT_EQ(size.units, 4000u);
  EXPECT_EQ(size.normalized, 34000u);
}

// Never fewer, and one more for each slice at most.
TEST(TextGauge, SlicesCountAsTheWhole) {
  for (const std::string unit : {"a ", "\u4e00", "word ", "\u03b1\u03b2 ", "\U0001F600x "}) {
    const std::size_t times = 3 * TextGauge::kSliceBytes / unit.size() + 7;
    const TextSize size = size_of(repeated(unit, times));
    EXPECT_GE(size.units, times) << unit;
    EXPECT_LE(size.units, times + 4) << unit;
  }
}

}  // namespace
}  // namespace textkin::text
