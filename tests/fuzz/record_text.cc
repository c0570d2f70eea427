// Any bytes as a JSON line whose text is named by paths: an independent reader (nlohmann) finds the same joined text,
// and what is cut out of the line goes out of its strings alone.
#include <nlohmann/json.hpp>

#include <array>
#include <limits>
#include <optional>
#include <set>

#include "fuzzer.h"
#include "input/blocks/valid_utf8.h"
#include "input/json/json_record.h"
#include "input/json/record_text.h"

namespace textkin::fuzz::record_text {
namespace {

using Json = nlohmann::json;
using Kind = input::WalkedPath::Kind;
using Steps = std::span<const std::string>;

struct Name {
  std::string name;
  std::vector<std::string> steps;
};
const std::vector<Name> kNames{
    {"text", {"text"}}, {"a.b", {"a", "b"}}, {"a[].b", {"a", "[]", "b"}}, {"b[][]", {"b", "[]", "[]"}}};

Kind nothing(Kind kind, bool item, std::vector<std::string>& texts) {
  if (item) texts.emplace_back();
  return item ? Kind::kText : kind;
}

// The texts that steps lead to, in the words of FieldPath.
Kind find(const Json& value, Steps steps, bool item, std::vector<std::string>& texts) {
  if (value.is_null()) return nothing(Kind::kNull, item, texts);
  if (steps.empty()) {
    if (value.is_string()) texts.push_back(value.get<std::string>());
    return value.is_string() ? Kind::kText : Kind::kOther;
  }
  if (steps[0] == "[]") {
    if (!value.is_array()) return Kind::kOther;
    if (value.empty()) texts.emplace_back();
    for (const Json& one : value)
      if (find(one, steps.subspan(1), true, texts) == Kind::kOther) return Kind::kOther;
    return Kind::kText;
  }
  if (!value.is_object()) return Kind::kOther;
  const auto found = value.find(steps[0]);
  return found == value.end() ? nothing(Kind::kMissing, item, texts) : find(*found, steps.subspan(1), item, texts);
}

struct Expected {
  Kind kind = Kind::kMissing;
  std::string text;
  bool repeats = false;  // some key of the line
};

Json parsed(std::string_view line, bool& repeats) {
  std::vector<std::set<std::string>> keys;
  const auto look = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) repeats = true;
    return true;
  };
  return Json::parse(line.begin(), line.end(), look, false);
}

// None where another library reads no object.
std::optional<Expected> oracle(std::string_view line) {
  Expected expected;
  const Json value = parsed(line, expected.repeats);
  if (!value.is_object()) return std::nullopt;
  std::vector<std::string> texts;
  for (const Name& one : kNames) {
    const bool whole = value.contains(one.name);
    const Kind kind = whole ? find(value[one.name], {}, false, texts) : find(value, one.steps, false, texts);
    if (kind == Kind::kOther || kind == Kind::kText || expected.kind == Kind::kMissing) expected.kind = kind;
    if (kind == Kind::kOther) return expected;
  }
  for (std::size_t i = 0; i < texts.size(); ++i) expected.text += (i == 0 ? "" : "\n") + texts[i];
  return expected;
}

class Reader {
 public:
  explicit Reader(std::string_view line) : padded_(line) {
    padded_.append(64, '}');
    line_ = std::string_view(padded_).substr(0, line.size());
    std::vector<std::string> names;
    for (const Name& one : kNames) names.push_back(one.name);
    text_.emplace(names);
    record_.emplace(text_->first(), "id", text_->values_beside({}));
    is_object_ = record_->read(line_) == input::JsonVerdict::kObject;
    if (is_object_) kind_ = text_->read(line_, *record_, 0);
  }

  bool is_object() const { return is_object_; }
  Kind kind() const { return kind_; }
  std::string_view text() const { return text_->text(); }
  std::string cut(std::span<const CharacterSpan> cuts) const {
    std::string out;
    require(text_->append_cut(line_, *record_, 0, cuts, out));
    return out;
  }

 private:
  std::string padded_;
  std::string_view line_;
  std::optional<input::RecordText> text_;
  std::optional<input::JsonRecord> record_;
  bool is_object_ = false;
  Kind kind_ = Kind::kMissing;
};

void run(std::string_view line) {
  const Reader read(line);
  if (!read.is_object()) return;
  const std::optional<Expected> expected = oracle(line);
  // What refuses a record stops at once, and of a key that is there twice the other library has the last value.
  const bool refused = read.kind() == Kind::kOther || read.kind() == Kind::kRepeated;
  if (expected && !(refused && expected->repeats)) require(expected->kind == read.kind());
  if (read.kind() != Kind::kText) return;
  require(input::valid_utf8(read.text()));
  if (expected) require(expected->text == read.text());
  require(read.cut({}) == line);
  const CharacterSpan all{0, std::numeric_limits<std::uint32_t>::max()};
  const std::string cut = read.cut({&all, 1});
  const Reader left(cut);
  require(left.is_object() && left.kind() == Kind::kText);
  require(left.text().find_first_not_of('\n') == std::string_view::npos);
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
                                                         "\"a\": ",
                                                         "\"b\": ",
                                                         "\"a.b\": ",
                                                         "\"\\u0061\":",
                                                         "{\"b\": \"x\"}",
                                                         "[{\"b\": null}, {}]",
                                                         "[[\"x\"], [], null]",
                                                         "\"word \\n\"",
                                                         "\\u00e4",
                                                         "\\ud83d\\ude00",
                                                         "\xC3\xA4",
                                                         "null",
                                                         "1e999",
                                                         "[[[[",
                                                         "]]]]",
                                                         " "});

const Registered kFuzzer({.name = "record_text", .run = run, .words = kWords});

}  // namespace
}  // namespace textkin::fuzz::record_text
