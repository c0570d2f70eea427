#include "input/json/quick_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/cpu.h"
#include "input/json/json_record.h"

namespace textkin::input {
namespace {

using Names = std::array<std::string, 3>;
using Fields = std::array<JsonField, 3>;

const Names kNames{"text", "id", "n"};

class QuickJsonTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!base::force_simd(GetParam()).ok()) GTEST_SKIP() << "not on this machine";
  }
  void TearDown() override { (void)base::force_simd("auto"); }

  // The line, and behind it exactly the padding, in which `behind` is repeated.
  bool read(std::string_view line, std::string_view behind = "}") {
    bytes_.assign(line.begin(), line.end());
    for (std::size_t i = 0; i < QuickJson::kPadding; ++i) bytes_.push_back(behind[i % behind.size()]);
    fields_ = {};
    const std::string_view whole(bytes_.data(), line.size());
    if (!with_room_) return quick_.read(whole, kNames, fields_);
    room_ = std::make_unique<char[]>(whole.size() + QuickJson::kPadding);
    if (!quick_.read(whole, kNames, fields_, room_.get())) return false;
    check_room();
    return true;
  }

  // What does not stand in the line stands in what was used of the room.
  void check_room() const {
    const std::string_view line(bytes_.data(), bytes_.size() - QuickJson::kPadding);
    const std::string_view used(room_.get(), quick_.room_used());
    const auto stands_in = [](std::string_view all, std::string_view text) {
      return text.data() >= all.data() && text.data() + text.size() <= all.data() + all.size();
    };
    ASSERT_LE(used.size(), line.size());
    for (const JsonField& field : fields_) {
      ASSERT_TRUE(field.text.empty() || stands_in(line, field.text) || stands_in(used, field.text));
    }
  }

  // What the readers behind this one say of the same bytes.
  JsonVerdict ask_the_others() {
    (void)base::force_simd("scalar");
    const std::string_view line(bytes_.data(), bytes_.size() - QuickJson::kPadding);
    const JsonVerdict verdict = others_.read(line);
    (void)base::force_simd(GetParam());
    return verdict;
  }

  void expect_the_same_fields() {
    const JsonField* const expected[] = {&others_.text(), &others_.id(), &others_.value(0)};
    for (std::size_t i = 0; i < 3; ++i) {
      ASSERT_EQ(fields_[i].kind, expected[i]->kind);
      if (i == 1 || fields_[i].kind == JsonField::Kind::kText) {
        ASSERT_EQ(fields_[i].text, expected[i]->text);
      }
      ASSERT_EQ(fields_[i].number, expected[i]->number);
    }
  }

  bool with_room_ = false;
  std::unique_ptr<char[]> room_;
  QuickJson quick_;
  JsonRecord others_{"text", "id", {"n"}};
  std::vector<char> bytes_;
  Fields fields_;
};

std::string random_string(std::mt19937& random) {
  static const std::vector<std::string> pieces{"a",
                                               "word ",
                                               "\\n",
                                               "\\\"",
                                               "\\\\",
                                               "\\/",
                                               "\\u00e4",
                                               "\\u0041",
                                               "\\t",
                                               "ä",
                                               "語",
                                               "\\u8a9e",
                                               "\\ud83d\\ude00",
                                               "😀",
                                               "{",
                                               "}",
                                               ":",
                                               ",",
                                               "[",
                                               "            plain            "};
  std::string text;
  for (auto left = random() % 4 == 0 ? random() % 60 : random() % 5; left > 0; --left)
    text += random() % 3 == 0 ? pieces[random() % pieces.size()] : std::string(random() % 20, 'x');
  return '"' + text + '"';
}

std::string random_value(std::mt19937& random, int depth) {
  static const std::vector<std::string> plain{
      "0",     "-1",  "12345678901234567",   "-0", "1.5", "1e9", "-2.5E-3", "true", "null", "false", "[]", "{}", "[ ]",
      "1e999", "{ }", "99999999999999999999"};
  const auto kind = random() % 10;
  if (kind < 5) return random_string(random);
  if (kind < 8 || depth > 3) return plain[random() % plain.size()];
  const std::string space = random() % 2 == 0 ? " " : "";
  std::string inner;
  const bool is_object = random() % 2 == 0;
  for (auto left = 1 + random() % 3; left > 0; --left) {
    if (is_object) inner += random_string(random) + space + ":" + space;
    inner += random_value(random, depth + 1) + (left > 1 ? "," + space : space);
  }
  return is_object ? "{" + space + inner + "}" : "[" + inner + "]";
}

std::string random_line(std::mt19937& random) {
  static const std::vector<std::string> keys{"\"text\"", "\"id\"", "\"n\"", "\"url\"", "\"t\\u0065xt\"", "\"\""};
  std::string line = "{";
  for (auto left = random() % 6; left > 0; --left) {
    line += random() % 2 == 0 ? " " : "";
    line += keys[random() % (random() % 20 == 0 ? keys.size() : 4)] + (random() % 2 == 0 ? ":" : " : ");
    line += random_value(random, 0) + (left > 1 ? "," : "");
  }
  return line + "}";
}

// A line that is taken is right, and its fields are those of the other readers; damaged ones too.
TEST_P(QuickJsonTest, AgreesWithTheOtherReadersOnWhatItTakes) {
  std::mt19937 random(29);
  int taken = 0, whole = 0;
  for (int repeat = 0; repeat < 40'000; ++repeat) {
    std::string line = random_line(random);
    const bool is_damaged = repeat % 2 == 1;
    for (auto left = is_damaged ? 1 + random() % 2 : 0; left > 0 && !line.empty(); --left) {
      const std::size_t at = random() % line.size();
      const char byte = random() % 4 == 0 ? static_cast<char>(random()) : line[random() % line.size()];
      if (random() % 3 == 0) {
        line.erase(at, 1 + random() % 3);
      } else {
        line[at] = byte;
      }
    }
    const char* const behind[] = {"}", "\"", "0", "\\u00e4", "true", " ", "]}"};
    with_room_ = repeat % 3 == 0;
    const bool is_taken = read(line, behind[random() % 7]);
    whole += !is_damaged;
    taken += !is_damaged && is_taken;
    if (!is_taken) continue;
    ASSERT_EQ(ask_the_others(), JsonVerdict::kObject) << line;
    ASSERT_NO_FATAL_FAILURE(expect_the_same_fields()) << line;
    const auto is_ascii = [](const JsonField& field) {
      return std::all_of(field.text.begin(), field.text.end(),
                         [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    };
    ASSERT_TRUE(!quick_.is_ascii() || std::all_of(fields_.begin(), fields_.end(), is_ascii)) << line;
  }
  EXPECT_GT(taken, whole / 2);
}

// An escape at every place of a vector, a quote at every place behind it.
TEST_P(QuickJsonTest, EscapesAtEveryPlace) {
  for (std::size_t before = 0; before < 140; ++before)
    for (const std::size_t behind : {0u, 1u, 63u, 64u, 65u, 130u}) {
      const std::string line =
          "{\"text\":\"" + std::string(before, 'x') + "\\n\\u00e4" + std::string(behind, 'y') + "\"}";
      with_room_ = before % 2 == 0;
      ASSERT_TRUE(read(line, "\""));
      ASSERT_EQ(fields_[0].text, std::string(before, 'x') + "\nä" + std::string(behind, 'y'));
      ASSERT_FALSE(quick_.is_ascii());
    }
}

TEST_P(QuickJsonTest, TextsWithoutEscapesAreNotCopied) {
  ASSERT_TRUE(read("{\"id\":7,\"text\":\"" + std::string(500, 'x') + "\"}"));
  EXPECT_EQ(fields_[0].text.data(), bytes_.data() + 16);
  EXPECT_EQ(fields_[1].text, "7");
  EXPECT_TRUE(quick_.is_ascii());
}

TEST_P(QuickJsonTest, EveryPrefixIsRefusedWhateverStandsBehind) {
  const std::string line =
      R"({"id": 12, "text": "a\u00e4\ud83d\ude00\"", "l": [1, {"x": null}, -2.5e3, true], "n": "x"})";
  ASSERT_TRUE(read(line));
  for (std::size_t size = 0; size < line.size(); ++size)
    for (const char* behind : {"}", "\"}", "0", "\\", "]}"})
      ASSERT_FALSE(read(std::string_view(line).substr(0, size), behind)) << size << behind;
}

TEST_P(QuickJsonTest, LeavesDeepNestingAndControlCharactersToTheOthers) {
  EXPECT_TRUE(read("{\"a\":" + std::string(60, '[') + std::string(60, ']') + "}"));
  EXPECT_FALSE(read("{\"a\":" + std::string(100'000, '[')));
  EXPECT_FALSE(read("{\"a\":\"\n\"}"));
  EXPECT_FALSE(read("{\"a\":\"\x80\"}"));
  EXPECT_FALSE(read("{\"a\":\"\\ud800\"}"));
}

INSTANTIATE_TEST_SUITE_P(Targets, QuickJsonTest, ::testing::Values("neon", "sse4", "avx2", "avx512"),
                         [](const auto& info) { return std::string(info.param); });

// Short lines are read by simdjson's DOM where QuickJson leaves them, lines past 1 MiB are not.
TEST(JsonRecord, LongLinesAreReadAsShortOnes) {
  const std::string deep(2000, '[');
  const std::string shut(2000, ']');
  for (const std::string& line : std::vector<std::string>{
           R"({"t\u0065xt": "a\"\u00e9\ud83d\ude00\/", "id": 7, "n": -1.5e3)",
           R"({"text": "a", "id": "\u0031", "n": 12345678901234567890123)",
           R"({"text": "a", "te\u0078t": "b", "id": 1)",
           R"({"text": "a\ud800", "id": 1)",
           R"({"text": "a", "id": 01)",
           R"({"text": "a", "id": 1, "n": tru)",
           R"({"text": "a", "id": 1, "n": 1e)",
           R"({"text": "a\x", "id": 1)",
           "{\"text\": \"a\xff\", \"id\": 1",
           "{\"text\": \"a\nb\", \"id\": 1",
           R"({"text": null, "id": {"a": [1, 2, "\n"]}, "n": true)",
           R"({"x": )" + deep + shut + R"(, "text": "b\t", "id": 1.0)",
           R"({"x": )" + deep + R"(, "text": "b", "id": 1)",
       }) {
    JsonRecord few("text", "id", {"n"});
    JsonRecord many("text", "id", {"n"});
    const std::string behind(64, ' ');
    const std::string short_line = line + R"(, "pad\u0064ed": ""})";
    const std::string long_line = line + R"(, "pad\u0064ed": ")" + std::string(2u << 20, 'x') + "\"}";
    const std::string one = short_line + behind;
    const std::string other = long_line + behind;
    const JsonVerdict verdict = few.read(std::string_view(one).substr(0, short_line.size()));
    ASSERT_EQ(many.read(std::string_view(other).substr(0, long_line.size())), verdict) << line;
    EXPECT_FALSE(verdict == JsonVerdict::kBroken && many.error().empty()) << line;
    if (verdict != JsonVerdict::kObject) continue;
    const auto expect_same = [&](const JsonField& a, const JsonField& b) {
      EXPECT_EQ(a.kind, b.kind) << line;
      EXPECT_EQ(a.number, b.number) << line;
    };
    expect_same(many.text(), few.text());
    expect_same(many.id(), few.id());
    expect_same(many.value(0), few.value(0));
    EXPECT_EQ(many.text().text, few.text().text) << line;
    EXPECT_EQ(many.id().text, few.id().text) << line;
  }
}

TEST(JsonRecord, NestingPastHalfAMillionIsRefused) {
  for (const std::size_t depth : {499'000u, 600'000u}) {
    const std::string line = R"({"x": )" + std::string(depth, '[') + std::string(depth, ']') + R"(, "text": "a"})";
    const std::string room = line + std::string(64, ' ');
    JsonRecord record("text", "id", {});
    const bool refused = depth > 500'000;
    EXPECT_EQ(record.read(std::string_view(room).substr(0, line.size())),
              refused ? JsonVerdict::kBroken : JsonVerdict::kObject);
    EXPECT_EQ(record.error(), refused ? "it is nested more than 500,000 deep" : "");
  }
}

// The names of two fields may be the same.
TEST(JsonRecord, OneKeyMayBeSeveralFields) {
  const std::string line = "{\"k\": 5}" + std::string(64, '\0');
  JsonRecord record("text", "k", {"k"});
  ASSERT_EQ(record.read(std::string_view(line).substr(0, 8)), JsonVerdict::kObject);
  EXPECT_EQ(record.id().text, "5");
  EXPECT_EQ(record.value(0).number, 5);
}

}  // namespace
}  // namespace textkin::input
