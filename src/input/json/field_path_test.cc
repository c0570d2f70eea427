#include "input/json/field_path.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace textkin::input {
namespace {

using Kind = WalkedPath::Kind;

// The texts, "|" between them; or why there are none.
std::string walked(const std::string& line, const std::string& name, bool whole = false) {
  std::string padded = line + std::string(64, '}');
  const std::string_view read = std::string_view(padded).substr(0, line.size());
  std::string out = "=";
  const WalkedPath found = FieldPath(name).walk(read, whole, [&](const StringPlace& place) {
    if (out != "=") out += '|';
    out += ' ';
    out += read.substr(place.begin, place.end - place.begin);
  });
  switch (found.kind) {
    case Kind::kMissing:
      return "missing";
    case Kind::kNull:
      return "null";
    case Kind::kOther:
      return "other" + found.why;
    case Kind::kRepeated:
      return "repeated " + found.why;
    case Kind::kText:
      break;
  }
  return out;
}

TEST(FieldPath, LeadsIntoObjectsAndItems) {
  const std::string line =
      R"( { "id" : 7, "doc" : { "n" : [ {"text":"no"}, "text", 1.5e9 ], "te\u0078t" : "a\"}b" , "more" : {"body":""} },)"
      R"( "messages" : [ {"role":"u","content":"one"} , {"content":null}, {}, null, {"content":"t\u0077o", "x":[[]]} ],)"
      R"( "tags":["a", null, "b", null], "none" : null , "empty" : [ ], "lists":[["p"],[],null,["q","r"]], "doc.text":"w"} )";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"doc.text", R"(= a\"}b)"},
      {"doc.more.body", "= "},
      {"messages[].content", R"(= one| | | | t\u0077o)"},
      {"messages[].role", "= u| | | | "},
      {"tags[]", "= a| | b| "},
      {"lists[][]", "= p| | | q| r"},
      {"empty[]", "= "},
      {"empty[].content", "= "},
      {"doc.n[].text", "other: there is no object before \"text\""},
      {"none", "null"},
      {"none.text", "null"},
      {"none[].text", "null"},
      {"doc.title", "missing"},
      {"title.text", "missing"},
      {"id", "other"},
      {"doc", "other"},
      {"tags", "other but an array; [] stands for each of its items, as in messages[].content"},
      {"id.text", "other: there is no object before \"text\""},
      {"messages.content",
       "other: there is an array before \"content\"; [] stands for each of its items, as in messages[].content"},
      {"doc[]", "other: there is no array before []"},
      {".", "missing"},
      {"doc..text", R"(= a\"}b)"},
  };
  for (const auto& [name, expected] : rows) EXPECT_EQ(walked(line, name), expected) << name;
  EXPECT_EQ(walked(line, "doc.text", true), "= w");
  EXPECT_EQ(walked("{}", "doc.text"), "missing");
}

// Readers differ in which of two counts; what repeats beside the way is no matter of ours.
TEST(FieldPath, KeysOnTheWayStandOnce) {
  EXPECT_EQ(walked(R"({"doc": {"text": "a", "n": 1, "n": 2}, "n": 1, "n": 2})", "doc.text"), "= a");
  EXPECT_EQ(walked(R"({"doc": {"text": "a", "te\u0078t": "b"}})", "doc.text"), "repeated text");
  EXPECT_EQ(walked(R"({"doc": {"text": "a"}, "doc": {}})", "doc.text"), "repeated doc");
  EXPECT_EQ(walked(R"({"a": [{"b": "1"}, {"b": "2", "b": "3"}]})", "a[].b"), "repeated b");
}

TEST(FieldPath, DepthCostsNothing) {
  const std::string deep = std::string(400'000, '[') + std::string(400'000, ']');
  EXPECT_EQ(walked("{\"x\": " + deep + R"(, "doc": {"x": )" + deep + R"(, "text": "a"}})", "doc.text"), "= a");
  EXPECT_EQ(walked("{\"doc\": {\"text\": " + deep + "}}", "doc.text").substr(0, 19), "other but an array;");
}

}  // namespace
}  // namespace textkin::input
