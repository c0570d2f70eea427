#include "input/json/value_lines.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace textkin::input {
namespace {

struct Lines {
  std::string out;
  bool whole = false;
};

Lines lines_of(std::string_view bytes, std::size_t at_once) {
  ValueLines lines;
  Lines result;
  for (std::size_t i = 0; i < bytes.size(); i += at_once) lines.add(bytes.substr(i, at_once), result.out);
  result.whole = lines.finish(result.out);
  return result;
}

TEST(ValueLines, GivesALineForEachValueHoweverTheBytesCome) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"", ""},
      {"[]", ""},
      {"[{\"a\": 1}, {\"b\": [2, {}]}]", "{\"a\": 1}\n{\"b\": [2, {}]}\n"},
      {" [\n {\n  \"a\": 1\n },\n {}\n]\n", "{   \"a\": 1  }\n{}\n"},
      {"{\"a\": \"]}\\\"\\\\\"}\n\n{\"b\": 2}{\"c\": 3}", "{\"a\": \"]}\\\"\\\\\"}\n{\"b\": 2}\n{\"c\": 3}\n"},
      {"[1,\"x,]\" ,null,[2,3]]", "1\n\"x,]\"\nnull\n[2,3]\n"},
      {"[{\"a\": \"line\nfeed\\\n\"}]",
       "{\"a\": \"line\x01"
       "feed\\\x01\"}\n"},
      // What is behind the array is no part of it, and not left out.
      {"[{}] {\"b\": 1} ]", "{}\n{\"b\": 1}\n]\n"},
  };
  for (const auto& [bytes, expected] : rows)
    for (const std::size_t at_once : {1, 2, 3, 1000}) {
      const Lines got = lines_of(bytes, at_once);
      EXPECT_EQ(got.out, expected) << bytes << " by " << at_once;
      EXPECT_TRUE(got.whole) << bytes;
    }
}

TEST(ValueLines, SaysThatAFileWasCut) {
  const std::string whole = "[{\"a\": \"x\\\\\"}, [1, 2], \"s\"]";
  for (std::size_t size = 1; size < whole.size(); ++size)
    EXPECT_FALSE(lines_of(whole.substr(0, size), 5).whole) << whole.substr(0, size);
  EXPECT_TRUE(lines_of(whole, 5).whole);
}

TEST(ValueLines, TakesAnyBytesTheSameWayInAnyPieces) {
  std::mt19937_64 random(7);
  constexpr std::string_view kBytes = "[]{},:\"\\ \n1ab";
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    for (std::size_t size = random() % 40; bytes.size() < size;) bytes += kBytes[random() % kBytes.size()];
    const Lines at_once = lines_of(bytes, 1000);
    const Lines pieces = lines_of(bytes, 1 + random() % 4);
    EXPECT_EQ(at_once.out, pieces.out) << bytes;
    EXPECT_EQ(at_once.whole, pieces.whole) << bytes;
    EXPECT_TRUE(at_once.out.empty() || at_once.out.back() == '\n');
  }
}

}  // namespace
}  // namespace textkin::input
