#include "input/json/cut_string.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace textkin::input {
namespace {

TEST(CutString, LeavesWhatIsWrittenAsItIs) {
  const auto cut = [](std::string_view written, std::vector<CharacterSpan> cuts) {
    std::string out;
    append_cut_string(written, cuts, out);
    return out;
  };
  EXPECT_EQ(cut(R"(a\u00e9\nb)", {{1, 2}}), R"(a\nb)");
  EXPECT_EQ(cut(R"(\ud83d\ude00x)", {{0, 1}}), "x");
  EXPECT_EQ(cut(R"(\ud83d\ude00x)", {{1, 2}}), R"(\ud83d\ude00)");
  EXPECT_EQ(cut("\xC3\xA9"
                "a\xE4\xB8\xAD"
                "b",
                {{0, 1}, {2, 3}}),
            "ab");
  EXPECT_EQ(cut("abc", {{0, 3}}), "");
  EXPECT_EQ(cut("abc", {}), "abc");
  EXPECT_EQ(cut("abc", {{2, 9}}), "ab");
}

}  // namespace
}  // namespace textkin::input
