#include "input/json/json_record.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "input/json/exact_json.h"
#include "input/json/quick_json.h"

namespace textkin::input {
namespace {

namespace dom = simdjson::dom;

// The DOM takes some 14 bytes for each of a line that is all brackets or numbers.
constexpr std::size_t kMostForDom = 1u << 20;

// Later versions (3.12 of Debian 13) have an error of their own for whole numbers beyond 64 bits.
template <class ErrorCode>
bool is_large_number(ErrorCode code) {
  if constexpr (requires { ErrorCode::BIGINT_ERROR; }) return code == ErrorCode::BIGINT_ERROR;
  return false;
}

// Later versions say the name of the code first.
std::string_view words_of(simdjson::error_code code) {
  const std::string_view words = simdjson::error_message(code);
  const std::size_t name = words.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  return name != 0 && words.substr(std::min(name, words.size())).starts_with(": ") ? words.substr(name + 2) : words;
}

// What the DOM refuses though it may be right.
bool worth_a_second_look(simdjson::error_code code) {
  return code == simdjson::NUMBER_ERROR || code == simdjson::DEPTH_ERROR || code == simdjson::CAPACITY ||
         code == simdjson::MEMALLOC || is_large_number(code);
}

JsonField field_of(const dom::element& value) {
  switch (value.type()) {
    case dom::element_type::STRING:
      return {JsonField::Kind::kText, 0, value.get_string().value_unsafe()};
    case dom::element_type::INT64:
      return whole_number(value.get_int64().value_unsafe());
    case dom::element_type::UINT64:
      return whole_number(value.get_uint64().value_unsafe());
    case dom::element_type::DOUBLE:
      return {JsonField::Kind::kNumber, value.get_double().value_unsafe(), {}};
    case dom::element_type::BOOL:
      return {JsonField::Kind::kBool, value.get_bool().value_unsafe() ? 1.0 : 0.0, {}};
    case dom::element_type::NULL_VALUE:
      return {JsonField::Kind::kNull, 0, {}};
    case dom::element_type::ARRAY:
    case dom::element_type::OBJECT:
      break;
  }
  return {JsonField::Kind::kOther, 0, {}};
}

// The four hexadecimal digits behind \u, or nothing.
std::optional<unsigned> hex4(std::string_view line, std::size_t at) {
  if (at + 4 > line.size()) return std::nullopt;
  unsigned value = 0;
  const auto [end, error] = std::from_chars(line.data() + at, line.data() + at + 4, value, 16);
  if (error != std::errc() || end != line.data() + at + 4) return std::nullopt;
  return value;
}

// Calls lone(position of the backslash) for each escape that is half of a pair; stops when it says so.
template <class Lone>
void each_lone_surrogate(std::string_view line, const Lone& lone) {
  for (std::size_t at = line.find('\\'); at != std::string_view::npos && at + 1 < line.size();
       at = line.find('\\', at)) {
    const std::optional<unsigned> unit = line[at + 1] == 'u' ? hex4(line, at + 2) : std::nullopt;
    if (!unit.has_value() || *unit < 0xD800 || *unit > 0xDFFF) {
      at += 2;
      continue;
    }
    const bool second_is_escape = at + 7 < line.size() && line[at + 6] == '\\' && line[at + 7] == 'u';
    const std::optional<unsigned> second = second_is_escape ? hex4(line, at + 8) : std::nullopt;
    if (*unit < 0xDC00 && second.has_value() && *second >= 0xDC00 && *second <= 0xDFFF) {
      at += 12;
      continue;
    }
    if (!lone(at)) return;
    at += 6;
  }
}

bool names_differ(std::vector<std::string> names) {
  std::erase(names, "");
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) == names.end();
}

}  // namespace

struct JsonRecord::State {
  QuickJson quick;
  dom::parser parser;
  ExactJson exact;
  std::array<char, 24> digits;  // of an integer id
};

JsonRecord::JsonRecord(std::string text_field, std::string id_field, const std::vector<std::string>& value_fields)
    : names_{std::move(text_field), std::move(id_field)}, state_(std::make_unique<State>()) {
  names_.insert(names_.end(), value_fields.begin(), value_fields.end());
  fields_.resize(names_.size());
  names_differ_ = names_differ(names_);
}
JsonRecord::~JsonRecord() = default;

static_assert(JsonRecord::kRoom >= QuickJson::kPadding);

JsonVerdict JsonRecord::read(std::string_view line, char* room) {
  std::ranges::fill(fields_, JsonField());
  read_twice_ = false;
  room_used_ = 0;
  if (names_differ_ && state_->quick.read(line, names_, fields_, room)) {
    known_ascii_ = state_->quick.is_ascii();
    if (room != nullptr) room_used_ = state_->quick.room_used();
    return JsonVerdict::kObject;
  }
  std::ranges::fill(fields_, JsonField());
  known_ascii_ = false;
  // Later versions (3.12 of Debian 13) pass over a byte order mark. That of a source is no part of its first line; any
  // other is no JSON.
  if (line.starts_with("\xEF\xBB\xBF")) {
    error_ = words_of(simdjson::TAPE_ERROR);
    return JsonVerdict::kBroken;
  }
  if (line.size() > kMostForDom) {
    if (simdjson::validate_utf8(line.data(), line.size())) return read_exactly(line);
    error_ = words_of(simdjson::UTF8_ERROR);
    return JsonVerdict::kBroken;
  }
  dom::element root;
  const simdjson::error_code code = state_->parser.parse(line.data(), line.size(), false).get(root);
  if (worth_a_second_look(code)) return read_exactly(line);
  if (code != simdjson::SUCCESS) {
    error_ = words_of(code);
    return JsonVerdict::kBroken;
  }
  dom::object object;
  if (root.get(object) != simdjson::SUCCESS) return JsonVerdict::kNotObject;

  for (auto pair = object.begin(); pair != object.end(); ++pair) {
    const std::string_view key = pair.key();
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (key != names_[i] || names_[i].empty()) continue;
      if (fields_[i].kind != JsonField::Kind::kMissing) {
        repeated_ = names_[i];
        return JsonVerdict::kRepeated;
      }
      fields_[i] = field_of(pair.value());
      if (i != 1 || fields_[i].kind != JsonField::Kind::kNumber) continue;
      // The DOM keeps values, not spellings: 1.0, 1e3 and -0 are ids too.
      const dom::element id = pair.value();
      if (id.type() == dom::element_type::DOUBLE || fields_[i].number == 0) return read_exactly(line);
      char* const digits = state_->digits.data();
      char* const limit = digits + state_->digits.size();
      const std::to_chars_result end = id.type() == dom::element_type::UINT64
                                           ? std::to_chars(digits, limit, id.get_uint64().value_unsafe())
                                           : std::to_chars(digits, limit, id.get_int64().value_unsafe());
      fields_[i].text = {digits, static_cast<std::size_t>(end.ptr - digits)};
    }
  }
  return JsonVerdict::kObject;
}

void JsonRecord::forget() {
  std::ranges::fill(fields_, JsonField());
  state_->quick.forget();
  state_->exact.forget();
}

JsonVerdict JsonRecord::read_exactly(std::string_view line) {
  read_twice_ = true;
  if (has_lone_surrogate(line)) {  // RapidJSON makes three bytes that are no UTF-8 of a second half
    error_ = words_of(simdjson::STRING_ERROR);
    return JsonVerdict::kBroken;
  }
  const JsonVerdict verdict = state_->exact.read(line, names_, fields_, error_);
  if (verdict == JsonVerdict::kRepeated) repeated_ = error_;
  return verdict;
}

bool has_lone_surrogate(std::string_view line) {
  bool found = false;
  each_lone_surrogate(line, [&](std::size_t) {
    found = true;
    return false;
  });
  return found;
}

void replace_lone_surrogates(std::string& line) {
  each_lone_surrogate(line, [&](std::size_t at) {
    line.replace(at, 6, "\\ufffd");
    return true;
  });
}

}  // namespace textkin::input
