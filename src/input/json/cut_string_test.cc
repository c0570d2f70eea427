#include "input/json/cut_string.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace textkin::input {
namespace {

std::string found(std::string_view line, std::string_view name) {
  const StringPlace place = find_string(line, name);
  return place.begin == std::string_view::npos ? "none"
                                               : std::string(line.substr(place.begin, place.end - place.begin));
}

TEST(CutString, FindsTheTopLevelKey) {
  EXPECT_EQ(found(R"({"text":"x"})", "text"), "x");
  EXPECT_EQ(found(R"( { "a" : [ {"text":"no"}, "text" ] , "text" : "y\"z" } )", "text"), R"(y\"z)");
  EXPECT_EQ(found(R"({"a":"}{\\","b":{"text":1},"t\u0065xt":"z"})", "text"), "z");
  EXPECT_EQ(found(R"({"\ud83d\ude00":"z"})", "\xF0\x9F\x98\x80"), "z");
  EXPECT_EQ(found(R"({"text":7})", "text"), "none");
  EXPECT_EQ(found(R"({"a":1.5e9,"b":null})", "text"), "none");
  EXPECT_EQ(found("{}", "text"), "none");
}

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
