#include "base/word_gaps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

namespace textkin::base {
namespace {

constexpr std::string_view kText =
    "the old bridge over the river was closed in the spring because two of its arches had moved and the town asked for "
    "a new one while people of the villages on the other side went round by the mill which took them an hour each way "
    "and in the autumn the council met in the hall to hear what the builders of the bridge had found in the river";

// kText with `filler` as a gap, in the place of each `every`th space or within each `every`th word of four letters and
// more; those that part words, of all.
std::pair<std::size_t, std::size_t> parting(bool spaces, int every, std::string_view filler = "\x01",
                                            std::string_view space = " ") {
  std::string text;
  std::vector<WordGap> gaps;
  const auto add_gap = [&] {
    gaps.push_back({text.size(), text.size() + filler.size()});
    text += filler;
  };
  int met = 0;
  for (std::size_t at = 0; at < kText.size();) {
    const std::size_t end = std::min(kText.find(' ', at), kText.size());
    std::string_view word = kText.substr(at, end - at);
    if (!spaces && word.size() >= 4 && ++met % every == 0) {
      const std::size_t half = word.size() / 2 + static_cast<std::size_t>(met) % 2;
      text += word.substr(0, half);
      add_gap();
      word.remove_prefix(half);
    }
    text += word;
    if (end < kText.size()) spaces && ++met % every == 0 ? add_gap() : void(text += space);
    at = end + 1;
  }
  const std::vector<bool> parts = parting_gaps(text, gaps);
  return {static_cast<std::size_t>(std::ranges::count(parts, true)), parts.size()};
}

TEST(WordGaps, StandForSpaces) {
  for (const int every : {1, 3, 4}) {
    const auto [part, all] = parting(true, every);
    EXPECT_EQ(part, all) << every;
    EXPECT_GT(all, 8u);
  }
}

TEST(WordGaps, OrStandWithinWords) {
  for (const int every : {1, 2})
    for (const char* const space : {" ", "\u00A0", "\u2003", "\u3000", "\u3164", " \u200B"}) {
      const auto [part, all] = parting(false, every, "\x01", space);
      EXPECT_EQ(part, 0u) << every << space;
      EXPECT_GT(all, 8u);
    }
}

TEST(WordGaps, OneAloneOrBesidePunctuationIsASpace) {
  EXPECT_EQ(parting_gaps("Name_Date", {{WordGap{4, 5}}}), std::vector<bool>{true});
  std::string text;
  std::vector<WordGap> gaps;
  for (int i = 0; i < 20; ++i) {
    text += "a bridge,";
    gaps.push_back({text.size(), text.size() + 1});
    text += '_';
  }
  EXPECT_EQ(parting_gaps(text, gaps), std::vector<bool>(20, true));
  EXPECT_EQ(parting_gaps("_", {{WordGap{0, 1}}}), std::vector<bool>{true});
  EXPECT_TRUE(parting_gaps("", {}).empty());
}

}  // namespace
}  // namespace textkin::base
