#include "text/words/dressed_words.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "text/places/located_words.h"

namespace textkin::text {
namespace {

std::size_t flagged(std::string_view text) {
  WordLocator locator(WordKind{});
  std::vector<LocatedWord> words;
  locator.locate(text, words);
  std::size_t number = 0;
  for (const LocatedWord& word : words) number += word.look_alike;
  return number;
}

// ASCII letters as mathematical ones, sans-serif and bold.
std::string styled(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c < 'a' || c > 'z') {
      out += c;
      continue;
    }
    const std::uint32_t letter = 0x1D5EE + static_cast<std::uint32_t>(c - 'a');
    out += {static_cast<char>(0xF0), static_cast<char>(0x9D), static_cast<char>(0x80 | (letter >> 6 & 0x3F)),
            static_cast<char>(0x80 | (letter & 0x3F))};
  }
  return out;
}

const std::string kFerry = "the ferry goes over the water each evening and we sit there and wait for the wind to turn";

TEST(DressedWords, FormulasAreNoDisguise) {
  const std::string wage = styled("wage"), educ = styled("educ"), age = styled("age"), x = styled("x");
  for (const std::string& formula :
       {wage + " = β₀ + β₁" + educ, "we estimate " + wage + " = " + styled("b") + "₁" + educ + " and see",
        "log(" + wage + ") < 3", "a share of " + age + "² of it", wage + "ᵢₜ is known",
        "∫ " + styled("f") + "(" + x + ") d" + x + " = 1", "it holds that 3 − " + age + " is small",
        "with " + styled("rate") + "_1 and " + age + "^2", "sin" + x + " = 0",
        wage + " = " + educ + ", where " + educ + " is school and " + wage + " is pay",
        "(" + age + ", " + educ + ") ∈ ℝ"})
    EXPECT_EQ(flagged(kFerry + ". " + formula), 0u) << formula;
  EXPECT_EQ(flagged(styled("xy") + " + ℝ"), 0u);
}

TEST(DressedWords, StyledLettersInProseAreADisguise) {
  EXPECT_EQ(flagged(kFerry + " " + styled("evening") + " of it"), 1u);
  EXPECT_EQ(flagged("and th" + styled("e") + " wind"), 1u);
  EXPECT_EQ(flagged(styled(kFerry)), 17u);  // of 19 words "we" and "to" are of two letters
  EXPECT_EQ(flagged(styled("quick brown") + " - " + styled("fox")), 3u);
  // No sign of a formula: what begins a line of a list or of a quotation, what stands on another line, or beyond words.
  for (const std::string_view begun : {"> ", "+ ", "> > ", "a = b\n", "a = b and ", "a | "})
    EXPECT_EQ(flagged(std::string(begun) + styled("evening")), 1u) << begun;
  // Nor is all of a long text in the formula that it begins with.
  EXPECT_EQ(flagged("a = " + styled("wind over water and then the evening and the ferry that we see")), 7u);
  // A word of a formula excuses no word with plain letters.
  EXPECT_EQ(flagged("3 + " + styled("wind") + ", and the w" + styled("ind") + " blows"), 1u);
}

TEST(DressedWords, NamesWithADotlessIAreNoDisguise) {
  for (const std::string_view text :
       {"the ferry from Kadıköy to Topkapı, where the guide who had studied in Diyarbakır told us of it all and more",
        "he drank rakı, and of all kinds of raki this one was the best that he had on the evening of that long day",
        "a yalı on the water, where they drank rakı on each of the long evenings of that year and of all others too",
        "kız şey", "see Garc\u00B4ıa, Mart\u00B4ınez, Rodr\u00B4ıguez and D\u00B4ıaz",
        "see Garcı\u0301a and Martı\u0301nez, dı\u0301a, mı\u0301o"})
    EXPECT_EQ(flagged(text), 0u) << text;
}

TEST(DressedWords, ADotlessIForAnIIsADisguise) {
  EXPECT_EQ(flagged("thıs"), 1u);
  EXPECT_EQ(flagged(kFerry + " and thıs ıs what whıch of them sees"), 3u);
  // Two words in part of their places are as many as four words in all of theirs.
  EXPECT_EQ(flagged(kFerry + " and this is what is of all of them the one that thıs ıs seen to be by all"), 2u);
  // Once they are a disguise, names are too: the first word of a sentence is none.
  EXPECT_EQ(flagged(kFerry + ". Thıs ıs what the wıng of the mınd sees and the eye does not"), 4u);
  EXPECT_EQ(flagged("Thıs Is Wıth All"), 0u);  // names, by all that is known
  EXPECT_EQ(flagged(kFerry + " and thı\u0307s ı\u0307s what whı\u0307ch of them sees"), 3u);  // drawn as an i
}

}  // namespace
}  // namespace textkin::text
