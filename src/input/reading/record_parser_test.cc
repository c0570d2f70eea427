#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "base/scratch_directory.h"
#include "input/json/exact_json.h"
#include "input/json/json_record.h"
#include "input/reading/testing_read_all.h"

namespace textkin::input {
namespace {

using base::ScratchDirectory;

class RecordParserTest : public testing::Test {
 protected:
  std::unique_ptr<ReadInput> parse(const std::string& bytes, const char* name = "a.jsonl") {
    settings_.asked.arguments = {scratch_.write(name, bytes)};
    settings_.spool_directory = scratch_.path();
    return read_all(settings_);
  }
  // The only document, read and read again; an empty id stands for none.
  ReadDocument one(const std::string& line) {
    const auto input = parse(line + "\n");
    EXPECT_TRUE(input->status.ok()) << input->status.message();
    EXPECT_EQ(input->documents.size(), 1u) << line << (input->problems.empty() ? "" : input->problems[0].message);
    if (input->documents.size() != 1) return {};
    RecordReader reader(settings_, input->list, input->spool);
    const Result<std::string_view> again = reader.text(input->documents[0].record);
    EXPECT_TRUE(again.ok() && *again == input->documents[0].text);
    return input->documents[0];
  }
  // The reason why a line is no document; empty if it is one.
  std::string reason(const std::string& line) {
    const auto input = parse(line + "\n");
    EXPECT_TRUE(input->status.ok()) << input->status.message();
    EXPECT_EQ(input->documents.size() + input->problems.size(), 1u);
    if (input->problems.empty()) return "";
    const Problem& problem = input->problems[0];
    const bool known = std::any_of(kProblemReasons.begin(), kProblemReasons.end(),
                                   [&](const ProblemReason& row) { return row.word == problem.reason; });
    EXPECT_TRUE(known) << problem.reason;
    EXPECT_EQ(problem.line, 1u);
    EXPECT_EQ(problem.file, settings_.asked.arguments[0]);
    EXPECT_TRUE(problem.message.starts_with(settings_.asked.arguments[0] + ":1: ")) << problem.message;
    EXPECT_TRUE(problem.message.ends_with("; the line was skipped")) << problem.message;
    return problem.reason;
  }

  ScratchDirectory scratch_;
  ReadSettings settings_;
};

TEST_F(RecordParserTest, IdsAreStringsOrNumbersAsWritten) {
  const std::string place = scratch_ / "a.jsonl:1";
  const std::pair<const char*, std::string> rows[] = {
      {R"("x")", "x"},
      {R"("\u00e4\n")", "\xC3\xA4\n"},
      {R"("")", ""},
      {"7", "7"},
      {"-7", "-7"},
      {"0", "0"},
      {"-0", "-0"},
      {"1.0", "1.0"},
      {"1.50", "1.50"},
      {"1e3", "1e3"},
      {"1E+03", "1E+03"},
      {"0.0", "0.0"},
      {"18446744073709551615", "18446744073709551615"},
      {"18446744073709551616", "18446744073709551616"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"123456789012345678901234567890", "123456789012345678901234567890"},
      {"1e400", "1e400"},
      {"null", place}};
  for (const auto& [written, id] : rows) {
    EXPECT_EQ(one(std::string(R"({"id": )") + written + R"(, "text": "t"})").id, id);
    EXPECT_EQ(one(std::string(R"({"text": "t", "z": [], "id": )") + written + "}").id, id);
  }
  EXPECT_EQ(one(R"({"text": "t"})").id, place);
  EXPECT_EQ(one(R"({"x": {"id": 5}, "text": "t"})").id, place);
  for (const char* written : {"true", "false", "[]", "{}", "[1]"})
    EXPECT_EQ(reason(std::string(R"({"text": "t", "id": )") + written + "}"), "bad-id");
  EXPECT_EQ(reason(R"({"text": "t", "id": ")" + std::string(65536, 'x') + "\"}"), "bad-id");
  EXPECT_EQ(one(R"({"text": "t", "id": ")" + std::string(65535, 'x') + "\"}").id.size(), 65535u);
}

TEST_F(RecordParserTest, EveryLineThatIsNoDocumentHasItsReason) {
  const std::pair<std::string, const char*> rows[] = {
      {R"({"text": "t"})", ""},
      {R"(  {"text" :"t"}	)", ""},
      {R"({"text": "t"} x)", "broken-json"},
      {R"({"text": "t"}{"text": "t"})", "broken-json"},
      {R"({"text": "t",})", "broken-json"},
      {R"({"text": "t)", "broken-json"},
      {R"({"text": "t", "n": 01})", "broken-json"},
      {R"({"text": "t", "n": 1.})", "broken-json"},
      {R"({"text": "t", "n": -})", "broken-json"},
      {R"({"text": "t", "n": 1e400x})", "broken-json"},
      {R"({"text": "t", "n": 1e400, "m": 01})", "broken-json"},
      {R"({"text": "t", "n": 1e400} {})", "broken-json"},
      {std::string("{\"text\": \"t\", \"n\": 1e400}\0", 26) + "{", "broken-json"},
      {R"({"text": "t", "n": NaN})", "broken-json"},
      {R"({'text': 't'})", "broken-json"},
      {R"({"text": "\x41"})", "broken-json"},
      {R"({"text": "\u12"})", "broken-json"},
      {"{\"text\": \"a\tb\"}", "broken-json"},
      {std::string("{\"text\": \"a\0b\"}", 15), "broken-json"},
      {"plain text", "broken-json"},
      {"\xEF\xBB\xBF\xEF\xBB\xBF{\"text\": \"two marks\"}", "broken-json"},
      {"[]", "not-an-object"},
      {"[{\"text\": \"t\"}]", "not-an-object"},
      {"\"text\"", "not-an-object"},
      {"null", "not-an-object"},
      {"1e400", "not-an-object"},
      {"[1e400]", "not-an-object"},
      {"{}", "no-text-field"},
      {R"({"Text": "t", "x": {"text": "t"}})", "no-text-field"},
      {R"({"text": null})", "text-not-a-string"},
      {R"({"text": 1})", "text-not-a-string"},
      {R"({"text": 1e400})", "text-not-a-string"},
      {R"({"text": ["t"]})", "text-not-a-string"},
      {R"({"text": {"text": "t"}})", "text-not-a-string"},
      {R"({"text": true, "Text": "t"})", "text-not-a-string"},
  };
  for (const auto& [line, expected] : rows) EXPECT_EQ(reason(line), expected) << line;
}

TEST_F(RecordParserTest, LinesOfWhiteSpaceAreNoRecords) {
  const auto input = parse("\n  \n\t\r\n{\"text\": \"four\"}\n \n");
  EXPECT_TRUE(input->problems.empty());
  ASSERT_EQ(input->documents.size(), 1u);
  EXPECT_EQ(input->documents[0].record.line, 4u);
}

// Readers differ in which of two values counts; all three of ours say so.
TEST_F(RecordParserTest, AKeyThatIsThereTwiceIsRefused) {
  settings_.asked.value_fields = {"n"};
  for (const char* rest : {R"("text": "1", "text": "1"})", R"("text": "1", "te\u0078t": "3"})",
                           R"("te\u0078t": "1", "text": "2"})", R"("text": "1", "id": "a", "id": null})",
                           R"("text": "1", "id": 1.5, "id": 1e999})", R"("text": "1", "n": [1, 2], "n": {}})"}) {
    EXPECT_EQ(reason(std::string("{") + rest), "repeated-key") << rest;
    EXPECT_EQ(reason(std::string("{\"z\": 1e999, ") + rest), "repeated-key") << rest;
    EXPECT_EQ(reason(std::string("{\"z\": 1e999, ") + rest + "}"), "broken-json") << rest;
    EXPECT_EQ(reason(std::string("{") + rest + "}"), "broken-json") << rest;
  }
  // What repeats elsewhere is no matter of ours.
  for (const char* before : {"", "\"z\": 1e999, "}) {
    const ReadDocument document =
        one(std::string("{") + before + R"("text": "t", "u": 1, "u": 2, "x": {"text": 1, "text": 2}, "n": 5})");
    EXPECT_EQ(document.text, "t");
    EXPECT_EQ(document.value.number, 5);
  }
}

TEST_F(RecordParserTest, FieldsAreNamedByTheUser) {
  settings_.asked.text_fields = {"body"};
  settings_.asked.id_field = "body.id";
  settings_.asked.value_fields = {"body"};
  const ReadDocument document = one(R"({"text": "no", "body": "yes", "body.id": 3})");
  EXPECT_EQ(document.text, "yes");
  EXPECT_EQ(document.id, "3");
  EXPECT_EQ(document.value.kind, FieldValue::Kind::kText);
  EXPECT_EQ(document.value_text, "yes");
  EXPECT_EQ(reason(R"({"text": "no"})"), "no-text-field");
}

TEST_F(RecordParserTest, ValuesAreNumbersOrTexts) {
  settings_.asked.value_fields = {"n"};
  using Kind = FieldValue::Kind;
  const auto value = [&](const std::string& written) { return one(R"({"text": "t", "n": )" + written + "}").value; };
  EXPECT_EQ(value("2.5").number, 2.5);
  EXPECT_EQ(value("-3").number, -3);
  EXPECT_EQ(value("18446744073709551615").number, 18446744073709551615.0);
  EXPECT_EQ(value("1e400").number, std::numeric_limits<double>::infinity());
  EXPECT_EQ(value("123456789012345678901234567890").number, 123456789012345678901234567890.0);
  // Integers that one double is the nearest of, by each of the three readers.
  const std::string deep = "\"z\": " + std::string(70, '[') + std::string(70, ']') + ", ";
  for (const std::string& before : {std::string(), deep, std::string("\"z\": 1e999, ")}) {
    const auto beyond = [&](const std::string& written) {
      return one("{" + before + R"("text": "t", "n": )" + written + "}").value.beyond;
    };
    EXPECT_EQ(beyond("9007199254740992"), 0) << before;
    EXPECT_EQ(beyond("9007199254740993"), 1) << before;
    EXPECT_EQ(beyond("-9007199254740993"), -1) << before;
    EXPECT_EQ(beyond("900719925474099312"), -16) << before;
    EXPECT_EQ(beyond("9223372036854775807"), -1) << before;
    EXPECT_EQ(beyond("-9223372036854775808"), 0) << before;
    EXPECT_EQ(beyond("18446744073709551615"), -1) << before;
    EXPECT_EQ(beyond("18446744073709551616"), 0) << before;
    EXPECT_EQ(beyond("9007199254740993.0"), 0) << before;
  }
  EXPECT_EQ(value("true").number, 1);
  EXPECT_EQ(value("false").kind, Kind::kNumber);
  EXPECT_EQ(value("\"x\"").kind, Kind::kText);
  for (const char* written : {"null", "[]", "{}"}) EXPECT_EQ(value(written).kind, Kind::kMissing);
  EXPECT_EQ(one(R"({"text": "t"})").value.kind, Kind::kMissing);
  const auto lines = parse("a\nb\n", "a.txt");
  EXPECT_EQ(lines->documents.at(0).value.kind, Kind::kMissing);
}

TEST_F(RecordParserTest, NumbersBeyondDoubleAndAnyDepthAreJson) {
  EXPECT_EQ(one(R"({"n": 1e400, "text": "a\u00e4\ud83d\ude00", "m": -123456789012345678901234567890.5e-99999})").text,
            "a\xC3\xA4\xF0\x9F\x98\x80");
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_EQ(one(R"({"text": "deep", "n": )" + deep + "}").text, "deep");
  EXPECT_EQ(reason(std::string(100'000, '[')), "broken-json");
  EXPECT_EQ(reason(R"({"text": "deep", "n": )" + deep), "broken-json");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_EQ(reason(objects), "broken-json");
}

TEST_F(RecordParserTest, WhatIsNoUnicodeIsReplacedSkippedOrRefused) {
  struct Row {
    std::string line;
    std::string text;
  };
  const std::string replaced = "\xEF\xBF\xBD";
  const Row rows[] = {
      {"{\"text\": \"a\xFF"
       "b\"}",
       "a" + replaced + "b"},
      {"{\"text\": \"\xE4\xBD\"}", replaced},
      {"{\"text\": \"\xED\xA0\x80\"}", replaced + replaced + replaced},
      {"{\"text\": \"ok\", \"other\": \"\xC0\xAF\"}", "ok"},
      {"{\"text\": \"ok\", \"oth\xFF"
       "er\": 1e400}",
       "ok"},
      {R"({"text": "\ud800"})", replaced},
      {R"({"n": 123456789012345678901, "text": "\udc00"})", replaced},  // a number that the slowest reader is asked for
      {R"({"text": "\uDC00x"})", replaced + "x"},
      {R"({"text": "\ud83d\ud83d\ude00\ude00"})", replaced + "\xF0\x9F\x98\x80" + replaced},
      {R"({"text": "\ud800A"})", replaced + "A"},
      {R"({"text": "\\ud800 \\\ud800"})", "\\ud800 \\" + replaced},
      {R"({"text": "ok", "other": "\udfff", "n": 1e400})", "ok"},
      {"{\"text\": \"both \\ud800 \xFE\"}", "both " + replaced + " " + replaced},
  };
  for (const Row& row : rows) {
    settings_.asked.invalid_utf8 = InvalidUtf8::kReplace;
    EXPECT_EQ(one(row.line).text, row.text) << row.line;
    settings_.asked.invalid_utf8 = InvalidUtf8::kSkip;
    EXPECT_EQ(reason(row.line), "invalid-utf8") << row.line;
    settings_.asked.invalid_utf8 = InvalidUtf8::kFail;
    const Status status = parse("\n" + row.line)->status;
    EXPECT_EQ(status.code(), Code::kBadInput);
    EXPECT_TRUE(status.message().starts_with(settings_.asked.arguments[0] + ":2: invalid UTF-8")) << status.message();
  }
  settings_.asked.invalid_utf8 = InvalidUtf8::kReplace;
  EXPECT_EQ(reason("{\"text\": \"\xFF"), "broken-json");
}

TEST_F(RecordParserTest, TextsThatAreBytesAreTreatedAlike) {
  const std::string lines = std::string(
      "good\nb\xFF"
      "ad\nnul \0 and \xC3\xA4\n",
      23);
  settings_.asked.read_as = "lines";
  auto input = parse(lines, "a.txt");
  ASSERT_EQ(input->documents.size(), 3u);
  EXPECT_EQ(input->documents[1].text,
            "b\xEF\xBF\xBD"
            "ad");
  EXPECT_EQ(input->documents[1].record.length, 4u);
  EXPECT_EQ(input->documents[1].record.characters, 4u);
  EXPECT_EQ(input->documents[2].text, std::string("nul \0 and \xC3\xA4", 12));
  RecordReader reader(settings_, input->list, input->spool);
  EXPECT_EQ(*reader.text(input->documents[1].record), input->documents[1].text);
  EXPECT_EQ(*reader.raw(input->documents[1].record),
            "b\xFF"
            "ad");
  settings_.asked.invalid_utf8 = InvalidUtf8::kSkip;
  input = parse(lines, "a.txt");
  EXPECT_EQ(input->documents.size(), 2u);
  ASSERT_EQ(input->problems.size(), 1u);
  EXPECT_EQ(input->problems[0].line, 2u);
  settings_.asked.read_as = "document";
  input = parse(lines, "a.txt");
  ASSERT_EQ(input->problems.size(), 1u);
  EXPECT_EQ(input->problems[0].message, settings_.asked.arguments[0] + ": invalid UTF-8; the file was skipped");
  EXPECT_EQ(input->problems[0].line, 0u);
  settings_.asked.invalid_utf8 = InvalidUtf8::kFail;
  EXPECT_EQ(parse(lines, "a.txt")->status.message(),
            settings_.asked.arguments[0] + ": invalid UTF-8; repair it, or give --invalid-utf8 replace or skip");
}

TEST_F(RecordParserTest, LongTextsAreTheSameWithAndWithoutEscapes) {
  std::string words;
  for (int i = 0; words.size() < (2u << 20); ++i) words += std::to_string(i) + " words ";
  for (const std::string& before : {std::string(), "\"copy\": \"" + words + "\", ", "\"copy\": \"x" + words + "\", "}) {
    EXPECT_TRUE(one("{" + before + "\"id\": \"x\", \"text\": \"" + words + "\"}").text == words);
    EXPECT_TRUE(one("{" + before + "\"text\": \"" + words + "\\n\"}").text == words + "\n");
    const ReadDocument repaired = one("{" + before + "\"id\": \"y\", \"text\": \"" + words + "\xFF\"}");
    EXPECT_TRUE(repaired.text == words + "\xEF\xBF\xBD");
    EXPECT_EQ(repaired.id, "y");
  }
}

TEST_F(RecordParserTest, StopOnErrorReturnsTheFirstProblem) {
  settings_.asked.stop_on_error = true;
  const auto input = parse("{\"text\": \"t\"}\n{\n[]\n");
  EXPECT_EQ(input->status.code(), Code::kBadInput);
  EXPECT_TRUE(input->status.message().starts_with(settings_.asked.arguments[0] + ":2: not valid JSON ("))
      << input->status.message();
  EXPECT_TRUE(input->status.message().ends_with("; repair or remove it"));
}

// Both JSON readers agree on every line that both can read, and random damage to a line never makes them disagree on
// whether it is valid: the exact one is asked only for what the fast one refuses.
TEST(JsonRecord, ReadersAgreeOnDamagedLines) {
  std::mt19937 random(23);
  JsonRecord fast("text", "id", {"n"});
  JsonRecord exact("text", "id", {"n"});
  const std::string base =
      R"({"id": 12, "text": "a\u00e4\"\\b", "n": [1, {"x": null}, -2.5e3], "m": {"k": [true, false]}, "l": "\ud83d\ude00"})";
  int broken = 0, objects = 0;
  for (int repeat = 0; repeat < 100'000; ++repeat) {
    std::string line = base;
    for (auto n = random() % 3; n > 0; --n) {
      const std::size_t at = random() % line.size();
      const char byte = base[random() % base.size()];
      switch (random() % 3) {
        case 0:
          line[at] = byte;
          break;
        case 1:
          line.erase(at, 1 + random() % 4);
          break;
        default:
          line.insert(at, 1, byte);
      }
      if (line.empty()) line = "{";
    }
    if (has_lone_surrogate(line)) continue;
    // A field that only the exact reader takes, in front: the rest of the line decides.
    std::string forced = line;
    if (forced[0] != '{') continue;
    forced.insert(1, "\"z\": 1e999, ");
    const std::string padded = line + std::string(64, '\0');
    const std::string forced_padded = forced + std::string(64, '\0');
    const JsonVerdict verdict = fast.read(std::string_view(padded).substr(0, line.size()));
    const JsonVerdict forced_verdict = exact.read(std::string_view(forced_padded).substr(0, forced.size()));
    const bool empty = line.find_first_not_of(" ", 1) == line.find('}');  // {} forced has a comma too many
    if (empty) continue;
    ASSERT_EQ(verdict, forced_verdict) << line;
    if (verdict != JsonVerdict::kObject) {
      ++broken;
      continue;
    }
    ++objects;
    ASSERT_EQ(fast.text().kind, exact.text().kind) << line;
    ASSERT_EQ(fast.text().text, exact.text().text) << line;
    ASSERT_EQ(fast.id().kind, exact.id().kind) << line;
    ASSERT_EQ(fast.id().text, exact.id().text) << line;
    ASSERT_EQ(fast.value(0).kind, exact.value(0).kind) << line;
    ASSERT_EQ(fast.value(0).number, exact.value(0).number) << line;
    ASSERT_EQ(fast.value(0).beyond, exact.value(0).beyond) << line;
  }
  EXPECT_GT(broken, 10'000);
  EXPECT_GT(objects, 10'000);
}

// RapidJSON takes a NUL for the end.
TEST(ExactJson, LooksBehindANul) {
  ExactJson exact;
  const std::array<std::string, 3> names{"text", "id", "n"};
  std::array<JsonField, 3> fields;
  std::string_view error;
  const auto read = [&](std::string_view line) { return exact.read(line, names, fields, error); };
  EXPECT_EQ(read("{\"id\": 1e999}"), JsonVerdict::kObject);
  EXPECT_EQ(fields[1].text, "1e999");
  EXPECT_EQ(read(std::string_view("{}\0{}", 5)), JsonVerdict::kBroken);
  EXPECT_EQ(read(std::string_view("{}\0", 3)), JsonVerdict::kBroken);
  EXPECT_EQ(fields[1].kind, JsonField::Kind::kMissing);
}

// How often a line is read by the slower reader is not visible but in its cost: integers must not take that way.
TEST(JsonRecord, SpellsIntegersItself) {
  JsonRecord record("text", "id", {});
  for (const char* id :
       {"1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615"}) {
    const std::string line = std::string("{\"id\": ") + id + ", \"text\": \"t\"}";
    const std::string padded = line + std::string(64, '\0');
    ASSERT_EQ(record.read(std::string_view(padded).substr(0, line.size())), JsonVerdict::kObject);
    EXPECT_EQ(record.id().text, id);
    EXPECT_FALSE(record.read_twice()) << id;
  }
}

TEST(JsonRecord, GivesBackTheMemoryOfAHugeLine) {
  JsonRecord record("text", "id", {});
  const std::string huge = "{\"text\": \"" + std::string(20 << 20, 'x') + "\"}" + std::string(64, '\0');
  const std::string small = "{\"text\": \"y\"}" + std::string(64, '\0');
  for (int repeat = 0; repeat < 3; ++repeat) {
    ASSERT_EQ(record.read(std::string_view(huge).substr(0, huge.size() - 64)), JsonVerdict::kObject);
    EXPECT_EQ(record.text().text.size(), 20u << 20);
    ASSERT_EQ(record.read(std::string_view(small).substr(0, small.size() - 64)), JsonVerdict::kObject);
    EXPECT_EQ(record.text().text, "y");
  }
}

// The name of what a file is goes to the program whole, however long it is.
TEST_F(RecordParserTest, WhatReadsAFileIsToldWhatItIs) {
  const std::string suffix = "a-suffix-that-is-longer-than-what-a-string-holds-without-an-allocation";
  const std::string program = scratch_.write("tells", "#!/bin/sh\ncat >/dev/null\necho \"$3\"\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  settings_.asked.extraction.program = program;
  settings_.asked.extraction.suffix = suffix;
  const auto input = parse("what a strange program wrote", "a.strange");
  ASSERT_TRUE(input->status.ok()) << input->status.message();
  ASSERT_EQ(input->documents.size(), 1u) << (input->problems.empty() ? "" : input->problems[0].message);
  EXPECT_EQ(input->documents[0].text, suffix + "\n");
}

}  // namespace
}  // namespace textkin::input
