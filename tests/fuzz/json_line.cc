// Any bytes as a JSON line: all our readers and an independent one (nlohmann) agree on whether it is an object, whether
// a wanted key repeats, and what the wanted fields are.
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <optional>

#include "base/cpu.h"
#include "fuzzer.h"
#include "input/blocks/valid_utf8.h"
#include "input/json/exact_json.h"
#include "input/json/json_record.h"

namespace textkin::fuzz::json_line {
namespace {

using input::JsonField;
using input::JsonVerdict;
using Kind = JsonField::Kind;

const std::array<std::string, 3> kNames{"text", "id", "n"};

struct Field {
  Kind kind = Kind::kMissing;
  double number = 0;
  std::string text;

  bool operator==(const Field&) const = default;
};

struct Answer {
  JsonVerdict verdict = JsonVerdict::kBroken;
  std::array<Field, 3> fields;

  bool operator==(const Answer&) const = default;
};

// What another library says, by its events.
class Oracle : public nlohmann::json_sax<nlohmann::json> {
 public:
  // Nothing where it does not tell: numbers beyond double are an error to it.
  std::optional<Answer> read(std::string_view line) {
    if (line.find('\0') != std::string_view::npos) return Answer{};  // which it takes for the end
    const bool whole = nlohmann::json::sax_parse(line, this);
    if (beyond_double_) return std::nullopt;
    if (!whole) return Answer{};
    answer_.verdict = repeated_ ? JsonVerdict::kRepeated : is_object_ ? JsonVerdict::kObject : JsonVerdict::kNotObject;
    if (answer_.verdict != JsonVerdict::kObject) answer_.fields = {};
    return answer_;
  }

  bool null() override { return value({Kind::kNull, 0, {}}); }
  bool boolean(bool is) override { return value({Kind::kBool, is ? 1.0 : 0.0, {}}); }
  bool number_integer(std::int64_t n) override { return value({Kind::kNumber, static_cast<double>(n), {}}); }
  bool number_unsigned(std::uint64_t n) override { return value({Kind::kNumber, static_cast<double>(n), {}}); }
  bool number_float(double n, const std::string&) override { return value({Kind::kNumber, n, {}}); }
  bool string(std::string& text) override { return value({Kind::kText, 0, text}); }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return start(depth_ == 0); }
  bool start_array(std::size_t) override { return start(false); }
  bool end_object() override { return --depth_, true; }
  bool end_array() override { return --depth_, true; }
  bool key(std::string& name) override {
    if (depth_ == 1) key_ = name;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
    beyond_double_ = error.id == 406;
    return false;
  }

 private:
  bool start(bool is_root) {
    if (is_root) is_object_ = true;
    value({Kind::kOther, 0, {}});
    ++depth_;
    return true;
  }
  bool value(const Field& field) {
    if (depth_ != 1 || !is_object_) return true;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      if (key_ != kNames[i]) continue;
      repeated_ = repeated_ || answer_.fields[i].kind != Kind::kMissing;
      answer_.fields[i] = field;
    }
    return true;
  }

  Answer answer_;
  std::string key_;
  std::size_t depth_ = 0;
  bool is_object_ = false;
  bool repeated_ = false;
  bool beyond_double_ = false;
};

// Texts of numbers are spellings, which the other library does not give.
Field field_of(const JsonField& field, bool spelled) {
  const bool has_text = field.kind == Kind::kText || (spelled && field.kind == Kind::kNumber);
  return {field.kind, field.number, has_text ? std::string(field.text) : std::string()};
}

Answer answer_of(JsonVerdict verdict, std::span<const JsonField, 3> fields, bool spelled) {
  Answer answer{verdict, {}};
  if (verdict != JsonVerdict::kObject) return answer;
  for (std::size_t i = 0; i < 3; ++i) answer.fields[i] = field_of(fields[i], spelled && i == 1);
  return answer;
}

void run(std::string_view line) {
  std::string padded(line);
  padded.append(64, '}');
  const std::string_view read = std::string_view(padded).substr(0, line.size());
  std::optional<Answer> plain;
  for (const char* const target : {"auto", "sse4", "scalar"}) {
    if (!base::force_simd(target).ok()) continue;
    input::JsonRecord record(kNames[0], kNames[1], {kNames[2]});
    const JsonVerdict verdict = record.read(read);
    const std::array<JsonField, 3> fields{record.text(), record.id(), record.value(0)};
    const Answer spelled = answer_of(verdict, fields, true);
    require(!plain.has_value() || *plain == spelled);
    plain = spelled;
    for (const Field& field : spelled.fields) require(input::valid_utf8(field.text));
    if (target != std::string_view("auto")) continue;
    // The other library passes over a byte order mark, which is no JSON.
    const std::optional<Answer> expected = line.starts_with("\xEF\xBB\xBF") ? std::nullopt : Oracle().read(line);
    require(!expected.has_value() || *expected == answer_of(verdict, fields, false));
  }
  // The last reader, asked first. What is no Unicode the others find for it.
  if (!input::valid_utf8(line) || input::has_lone_surrogate(line)) return;
  input::ExactJson exact;
  std::array<JsonField, 3> fields;
  std::string_view error;
  const JsonVerdict verdict = exact.read(line, kNames, fields, error);
  require(*plain == answer_of(verdict, fields, true));
}

constexpr auto kWords = std::to_array<std::string_view>({"{",
                                                         "}",
                                                         "[",
                                                         "]",
                                                         ":",
                                                         ",",
                                                         "\"",
                                                         "\\",
                                                         "\"text\": ",
                                                         "\"id\": ",
                                                         "\"n\": ",
                                                         "\"te\\u0078t\":",
                                                         "{\"text\": \"a\", ",
                                                         "\"word \\n\"",
                                                         "\\u00e4",
                                                         "\\ud83d\\ude00",
                                                         "\\ud800",
                                                         "\\udc00",
                                                         "\xC3\xA4",
                                                         "\xF0\x9F\x98\x80",
                                                         "\xFF",
                                                         "true",
                                                         "false",
                                                         "null",
                                                         "0",
                                                         "-0",
                                                         "1.0",
                                                         "1e3",
                                                         "1e999",
                                                         "-12345678901234567890",
                                                         "18446744073709551616",
                                                         "123456789012345678",
                                                         "0.1",
                                                         "1E-400",
                                                         "{\"x\": {\"text\": 1}}",
                                                         "[[[[",
                                                         "]]]]",
                                                         " ",
                                                         "\t",
                                                         "\r"});

const Registered kFuzzer({.name = "json_line", .run = run, .words = kWords});

}  // namespace
}  // namespace textkin::fuzz::json_line
