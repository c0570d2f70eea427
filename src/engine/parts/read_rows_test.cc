#include "engine/parts/read_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace textkin::engine::parts {
namespace {

class Lines final : public MemorySource {
 public:
  explicit Lines(std::vector<std::string> lines) : lines_(std::move(lines)) {}
  std::uint64_t rows() const override { return lines_.size(); }
  std::uint64_t text_bytes() const override {
    std::uint64_t bytes = 0;
    for (const std::string& line : lines_) bytes += line.size();
    return bytes;
  }
  std::string_view text(std::uint64_t row) const override { return lines_[row]; }
  std::string_view id(std::uint64_t) const override { return {}; }
  FieldValue value(std::uint64_t, std::size_t) const override { return {}; }

 private:
  std::vector<std::string> lines_;
};

std::string entry(const PackedStrings& column, std::size_t i) {
  return column.bytes.substr(static_cast<std::size_t>(column.ends[i]),
                             static_cast<std::size_t>(column.ends[i + 1] - column.ends[i]));
}

TEST(ReadRows, LinesGiveTheirFieldsOrAReason) {
  const Lines lines({R"({"id": "a", "text": "one \u00e9", "n": 2.5})", R"({"text": "two", "n": "x"})", "", " \t\r",
                     R"({"id": 1.50, "text": "three", "n": 9007199254740993})", R"({"id": "b")", "[]", R"({"id": "c"})",
                     R"({"id": {}, "text": "four"})", R"({"id": "d", "text": 4})", ""});
  run::ReadOptions options;
  options.inputs.spec.value_fields = {"n"};
  const Result<ReadLines> read = read_lines(options, lines);
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->usable, (std::vector<std::uint8_t>{1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(read->named, (std::vector<std::uint8_t>{1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(entry(read->ids, 0), "a");
  EXPECT_EQ(entry(read->ids, 4), "1.50");
  EXPECT_EQ(entry(read->texts, 0), "one \u00e9");
  EXPECT_EQ(entry(read->texts, 4), "three");
  EXPECT_EQ(read->numbers[0], 2.5);
  EXPECT_TRUE(std::isnan(read->numbers[1]));
  EXPECT_EQ(entry(read->values, 1), "x");
  EXPECT_EQ(read->numbers[4], 9007199254740992);
  EXPECT_EQ(read->beyond, (std::vector<std::int16_t>{0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}));
  std::vector<std::string> reasons;
  for (const RefusedRow& refused : read->refused) reasons.push_back(std::to_string(refused.row) + " " + refused.reason);
  EXPECT_EQ(reasons, (std::vector<std::string>{"5 broken-json", "6 not-an-object", "7 no-text-field", "8 bad-id",
                                               "9 text-not-a-string"}));
  EXPECT_EQ(read->refused[2].what, "no field \"text\" (see --text-field); the line was skipped");
}

TEST(ReadRows, InvalidUtf8IsRepairedOrARefusal) {
  const Lines lines({"{\"id\": \"a\", \"text\": \"x\xff\"}", R"({"text": "y \ud800"})"});
  run::ReadOptions options;
  const Result<ReadLines> repaired = read_lines(options, lines);
  ASSERT_TRUE(repaired.ok());
  EXPECT_EQ(entry(repaired->texts, 0), "x\uFFFD");
  EXPECT_TRUE(repaired->refused.empty());
  options.inputs.spec.invalid_utf8 = input::InvalidUtf8::kFail;
  const Result<ReadLines> refused = read_lines(options, lines);
  ASSERT_TRUE(refused.ok());
  ASSERT_EQ(refused->refused.size(), 2u);
  EXPECT_EQ(refused->refused[1].reason, "invalid-utf8");
  const Result<std::vector<RefusedRow>> rows = read_rows(options, Lines({"fine", "x\xff", ""}));
  ASSERT_TRUE(rows.ok());
  ASSERT_EQ(rows->size(), 1u);
  EXPECT_EQ(rows->front().row, 1u);
  EXPECT_EQ(rows->front().what, "invalid UTF-8; the row was skipped");
}

TEST(ReadRows, WeightsThatCannotBeReadAreRefused) {
  run::ReadOptions options;
  options.text.weights = Weights::kSuffix;
  const Result<std::vector<RefusedRow>> rows = read_rows(options, Lines({"a:1 b:2", "a:x"}));
  ASSERT_TRUE(rows.ok());
  ASSERT_EQ(rows->size(), 1u);
  EXPECT_EQ(rows->front().reason, "bad-weights");
}

TEST(ReadRows, ARowOfSeveralLinesIsNoLine) {
  EXPECT_FALSE(read_lines(run::ReadOptions(), Lines({"{\"text\": \"a\"}\n{\"text\": \"b\"}"})).ok());
  const Result<ReadLines> none = read_lines(run::ReadOptions(), Lines({}));
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none->usable.empty());
}

}  // namespace
}  // namespace textkin::engine::parts
