#include "input/json/exact_json.h"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <rapidjson/stream.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "base/ascii.h"

namespace textkin::input {
namespace {

// The reader holds some 16 bytes a level.
constexpr std::uint64_t kDeepest = 500'000;

// Behind the digits that begin at `at`; `at` itself if there are none.
std::size_t behind_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && base::is_digit(text[at])) ++at;
  return at;
}

// RFC 8259, section 6.
bool is_number(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const std::size_t digits = behind_digits(text, at);
  if (digits == at || (text[at] == '0' && digits > at + 1)) return false;
  at = digits;
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = behind_digits(text, at + 1);
    if (fraction == at + 1) return false;
    at = fraction;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t exponent = behind_digits(text, at);
    if (exponent == at) return false;
    at = exponent;
  }
  return at == text.size();
}

// Writes 0.000 over the numbers of a line. RapidJSON refuses those beyond double even where it is told to keep them as
// strings; the handler looks up what was written there.
void mask_numbers(std::string& line) {
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == '"') {
      for (++at; at < line.size() && line[at] != '"'; ++at)
        if (line[at] == '\\') ++at;
      ++at;
    } else if (line[at] == '-' || base::is_digit(line[at])) {
      const std::size_t end = std::min(line.find_first_not_of("+-0123456789.eE", at), line.size());
      const std::size_t first = line[at] == '-' ? at + 1 : at;
      if (is_number(std::string_view(line).substr(at, end - at)) && end - first >= 3) {
        std::fill(line.begin() + static_cast<std::ptrdiff_t>(first), line.begin() + static_cast<std::ptrdiff_t>(end),
                  '0');
        line[first + 1] = '.';
      }
      at = end;
    } else {
      ++at;
    }
  }
}

template <class Integer>
std::optional<std::int16_t> beyond_if_whole(std::string_view written) {
  Integer value = 0;
  const char* const end = written.data() + written.size();
  const auto [behind, error] = std::from_chars(written.data(), end, value);
  if (error != std::errc() || behind != end) return std::nullopt;
  return beyond_double(value);
}

// Of what is no integer of 64 bits: 0.
std::int16_t beyond_double_of(std::string_view written) {
  if (const auto beyond = beyond_if_whole<std::int64_t>(written)) return *beyond;
  return beyond_if_whole<std::uint64_t>(written).value_or(0);
}

// Receives the events of one line and keeps the wanted top-level fields.
class Handler {
 public:
  // `masked` is where the line is read: as long as `line`, which is as it was before numbers were masked.
  Handler(std::string_view line, const char* masked, std::span<const std::string> names, std::span<JsonField> fields)
      : line_(line), masked_(masked), names_(names), fields_(fields) {}

  bool is_object() const { return is_object_; }
  std::string_view repeated() const { return repeated_; }  // one of the names; empty if none is there twice

  bool Null() { return scalar(JsonField::Kind::kNull); }
  bool Bool(bool b) { return scalar(JsonField::Kind::kBool, {}, b ? 1 : 0); }
  bool RawNumber(const char* number, rapidjson::SizeType size, bool) {
    if (depth_ != 1) return true;
    const std::string_view written = line_.substr(static_cast<std::size_t>(number - masked_), size);
    return scalar(JsonField::Kind::kNumber, written, std::strtod(std::string(written).c_str(), nullptr),
                  beyond_double_of(written));
  }
  bool String(const char* text, rapidjson::SizeType size, bool) { return scalar(JsonField::Kind::kText, {text, size}); }
  bool StartObject() { return start(depth_ == 0); }
  bool EndObject(rapidjson::SizeType) { return end(); }
  bool StartArray() { return start(false); }
  bool EndArray(rapidjson::SizeType) { return end(); }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    if (depth_ == 1) key_.assign(text, size);
    return true;
  }

  // With these flags numbers come as RawNumber only, but the reader wants to know these names.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }

 private:
  // One value may be wanted under several names.
  bool scalar(JsonField::Kind kind, std::string_view text = {}, double number = 0, std::int16_t beyond = 0) {
    if (depth_ != 1 || !is_object_) return true;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i].empty() || names_[i] != key_) continue;
      if (fields_[i].kind != JsonField::Kind::kMissing) {
        if (repeated_.empty()) repeated_ = names_[i];
        continue;
      }
      fields_[i] = {kind, number, text, beyond};
    }
    return true;
  }
  bool start(bool top_object) {
    if (top_object) is_object_ = true;
    scalar(JsonField::Kind::kOther);
    return ++depth_ <= kDeepest;
  }
  bool end() {
    --depth_;
    return true;
  }

  std::string_view line_;
  const char* masked_;
  std::span<const std::string> names_;
  std::span<JsonField> fields_;
  std::string key_;
  std::string_view repeated_;
  std::uint64_t depth_ = 0;
  bool is_object_ = false;
};

}  // namespace

JsonVerdict ExactJson::read(std::string_view line, std::span<const std::string> names, std::span<JsonField> fields,
                            std::string_view& error) {
  for (JsonField& field : fields) field = {};
  // A NUL ends RapidJSON's stream, so that what stands behind it would not be looked at.
  if (line.find('\0') != std::string_view::npos) {
    error = "a NUL byte";
    return JsonVerdict::kBroken;
  }
  masked_.assign(line);
  mask_numbers(masked_);
  rapidjson::InsituStringStream stream(masked_.data());
  Handler handler(line, masked_.data(), names, fields);
  rapidjson::Reader reader;
  constexpr unsigned kFlags =
      rapidjson::kParseInsituFlag | rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, handler);
  if (result.IsError()) {
    error = result.Code() == rapidjson::kParseErrorTermination ? "it is nested more than 500,000 deep"
                                                               : rapidjson::GetParseError_En(result.Code());
    return JsonVerdict::kBroken;
  }
  if (!handler.repeated().empty()) {
    error = handler.repeated();
    return JsonVerdict::kRepeated;
  }
  return handler.is_object() ? JsonVerdict::kObject : JsonVerdict::kNotObject;
}

void ExactJson::forget() { masked_ = std::string(); }

}  // namespace textkin::input
