#include "input/json/record_text.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/cpu.h"

namespace textkin::input {
namespace {

using Kind = WalkedPath::Kind;
using FieldNames = std::vector<std::string>;

// Reads one line by each reader of JSON: a number beyond double is a matter of the slowest.
class RecordTextTest : public testing::Test {
 protected:
  Kind read(const std::string& line, const FieldNames& names) {
    padded_ = line + std::string(64, '}');
    line_ = std::string_view(padded_).substr(0, line.size());
    text_ = std::make_unique<RecordText>(names);
    record_ = std::make_unique<JsonRecord>(text_->first(), "id", text_->values_beside({"n"}));
    EXPECT_EQ(record_->read(line_), JsonVerdict::kObject) << line;
    return text_->read(line_, *record_, 1);
  }
  // The text, or why there is none.
  std::string text(const std::string& line, const FieldNames& names) {
    const Kind kind = read(line, names);
    std::string found = kind == Kind::kText ? std::string(text_->text()) : kind == Kind::kMissing ? "-" : text_->why();
    EXPECT_TRUE(base::force_simd("scalar").ok());
    for (const char* const more : {"", "\"z\": 1e999, "}) {
      EXPECT_EQ(read("{" + std::string(more) + line.substr(1), names), kind) << line;
      EXPECT_EQ(record_->read_twice(), *more != '\0');
      EXPECT_EQ(kind == Kind::kText ? std::string(text_->text()) : found, found) << line;
    }
    EXPECT_TRUE(base::force_simd("auto").ok());
    return found;
  }
  std::string cut(const std::string& line, const FieldNames& names, std::vector<CharacterSpan> cuts) {
    EXPECT_EQ(read(line, names), Kind::kText) << line;
    std::string out;
    return text_->append_cut(line_, *record_, 1, cuts, out) ? out : "refused";
  }

  std::string padded_;
  std::string_view line_;
  std::unique_ptr<RecordText> text_;
  std::unique_ptr<JsonRecord> record_;
};

TEST_F(RecordTextTest, IsThatOfOneFieldOrJoined) {
  const std::string line =
      R"({"id": 1, "n": 5, "a": "p\u0071", "b": "r\ns", "none": null, "doc": {"text": "t\"u", "x": "y"},)"
      R"( "list": [{"c": "1"}, {"c": null}, {"c": "2\t"}], "doc.x": "whole"})";
  const std::vector<std::pair<FieldNames, std::string>> rows = {
      {{"a"}, "pq"},
      {{"a", "b"}, "pq\nr\ns"},
      {{"b", "a"}, "r\ns\npq"},
      {{"a", "a"}, "pq\npq"},
      {{"a", "none", "title", "doc.title"}, "pq"},
      {{"title", "none", "b"}, "r\ns"},
      {{"doc.text"}, "t\"u"},
      {{"doc.x"}, "whole"},
      {{"doc.x", "doc.text"}, "whole\nt\"u"},
      {{"list[].c"}, "1\n\n2\t"},
      {{"list[].c", "a", "list[].c"}, "1\n\n2\t\npq\n1\n\n2\t"},
      {{"title"}, "-"},
      {{"title", "doc.title"}, "-"},
      {{"title", "none"}, "field \"none\" is not a string"},
      {{"a", "id"}, "field \"id\" is not a string"},
      {{"a", "doc"}, "field \"doc\" is not a string"},
      {{"a", "list.c"},
       "field \"list.c\" is not a string: there is an array before \"c\"; [] stands for each of its items, as in "
       "messages[].content"},
      {{"n"}, "field \"n\" is not a string"},
  };
  for (const auto& [names, expected] : rows) EXPECT_EQ(text(line, names), expected) << names[0];
  EXPECT_EQ(text(R"({"a": [], "b": ""})", {"a[].c", "b"}), "\n");
  EXPECT_EQ(text(R"({"doc": {"text": "x", "text": "y"}})", {"doc.text"}), "text");
}

TEST_F(RecordTextTest, IsCutWhereItStands) {
  const std::string line =
      R"({"b": "r\u00e9s", "z": [1, {"c": "no"}], "doc": {"text": "t\"u"}, "list": [{"c": "12"}, {}, {"c": "34"}]})";
  EXPECT_EQ(
      cut(line, {"doc.text"}, {{1, 2}}),
      R"({"b": "r\u00e9s", "z": [1, {"c": "no"}], "doc": {"text": "tu"}, "list": [{"c": "12"}, {}, {"c": "34"}]})");
  EXPECT_EQ(cut(line, {"doc.text"}, {}), line);
  // t"u / rés: what is put between stays away.
  EXPECT_EQ(cut(line, {"doc.text", "b"}, {{2, 6}}),
            R"({"b": "s", "z": [1, {"c": "no"}], "doc": {"text": "t\""}, "list": [{"c": "12"}, {}, {"c": "34"}]})");
  // 12 / / 34
  EXPECT_EQ(
      cut(line, {"list[].c"}, {{0, 1}, {1, 5}}),
      R"({"b": "r\u00e9s", "z": [1, {"c": "no"}], "doc": {"text": "t\"u"}, "list": [{"c": ""}, {}, {"c": "4"}]})");
  EXPECT_EQ(
      cut(line, {"list[].c", "b"}, {{4, 5}, {6, 8}}),
      R"({"b": "\u00e9s", "z": [1, {"c": "no"}], "doc": {"text": "t\"u"}, "list": [{"c": "12"}, {}, {"c": "4"}]})");
  EXPECT_EQ(cut(line, {"b", "b"}, {{4, 7}}), "refused");
  EXPECT_EQ(cut(line, {"doc.text", "doc..text"}, {}), "refused");
  EXPECT_EQ(cut(R"({"text": "a\/b", "x": 1})", {"text"}, {{1, 2}}), R"({"text": "ab", "x": 1})");
}

}  // namespace
}  // namespace textkin::input
