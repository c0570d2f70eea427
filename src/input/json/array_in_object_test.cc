#include "input/json/array_in_object.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "input/json/value_lines.h"

namespace textkin::input {
namespace {

struct Found {
  std::string lines;
  std::vector<std::string> keys;
  bool ended = false;
  bool more_follows = false;
};

Found read(std::string_view bytes, std::size_t at_once) {
  ArrayInObject array;
  ValueLines values;
  Found found;
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += at_once) {
    out.clear();
    array.add(bytes.substr(i, at_once), out);
    values.add(out, found.lines);
  }
  values.finish(found.lines);
  found.keys = array.keys();
  found.ended = array.ended();
  found.more_follows = array.more_follows();
  return found;
}

TEST(ArrayInObject, GivesTheObjectsOfItsArraysHoweverTheBytesCome) {
  struct Row {
    std::string bytes;
    std::string lines;
    std::vector<std::string> keys;
  };
  const std::vector<Row> rows = {
      {R"({"data": [{"a": 1}, {"b": [2, {"c": 3}]}], "total": 2})", "{\"a\": 1}\n{\"b\": [2, {\"c\": 3}]}\n", {"data"}},
      {"{\n \"data\" : [\n  {\"a\": 1,\n   \"b\": 2}\n ]\n}\n", "{\"a\": 1,    \"b\": 2}\n", {"data"}},
      {R"({"words": ["a", {"b": 1}], "none": [], "in": {"deep": [{"a": 1}]}, "x]\"}": [{"a": "]},[\"\\"}]})",
       "{\"a\": \"]},[\\\"\\\\\"}\n",
       {R"(x]\"})"}},
      {R"({"one": [{"a": 1}], "two": [{"b": 2}]})", "{\"a\": 1}\n{\"b\": 2}\n", {"one", "two"}},
      {R"({"data": [{"a": 1}, 3, "s,]", null]})", "{\"a\": 1}\n3\n\"s,]\"\nnull\n", {"data"}},
      {"{}", "", {}},
  };
  for (const Row& row : rows)
    for (const std::size_t at_once : {1, 2, 3, 1000}) {
      const Found found = read(row.bytes, at_once);
      EXPECT_EQ(found.lines, row.lines) << row.bytes << " by " << at_once;
      EXPECT_EQ(found.keys, row.keys) << row.bytes << " by " << at_once;
      EXPECT_TRUE(found.ended && !found.more_follows) << row.bytes;
    }
}

TEST(ArrayInObject, KnowsItsEndAndWhatIsBehindIt) {
  const std::string whole = R"({"data": [{"a": "}"}], "n": 1})";
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_FALSE(read(whole.substr(0, size), 3).ended) << size;
  EXPECT_FALSE(read(whole + " \n", 3).more_follows);
  EXPECT_TRUE(read(whole + "\n{}", 3).more_follows);
}

TEST(ArrayInObject, OfAnyBytesGivesTheSameHoweverTheyCome) {
  std::mt19937 random(7);
  const std::string_view letters = "{{}}[]\"\":,\\ a\n";
  for (int turn = 0; turn < 3000; ++turn) {
    std::string bytes;
    for (std::size_t size = random() % 40; size > 0; --size) bytes.push_back(letters[random() % letters.size()]);
    const Found whole = read(bytes, 1000);
    for (const std::size_t at_once : {1, 3}) {
      const Found found = read(bytes, at_once);
      EXPECT_EQ(found.lines, whole.lines) << bytes;
      EXPECT_EQ(found.keys, whole.keys) << bytes;
      EXPECT_TRUE(found.ended == whole.ended && found.more_follows == whole.more_follows) << bytes;
    }
  }
}

}  // namespace
}  // namespace textkin::input
