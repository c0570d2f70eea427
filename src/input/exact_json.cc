#include "input/exact_json.h"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <cstdlib>

namespace textkin::input {
namespace {

// Receives the events of one line and keeps the wanted top-level fields.
class Handler {
 public:
  Handler(std::span<const std::string, 3> names, std::span<JsonField, 3> fields, std::array<std::string, 3>& storage)
      : names_(names), fields_(fields), storage_(storage) {}

  bool is_object() const { return is_object_; }

  bool Null() { return scalar(JsonField::Kind::kNull); }
  bool Bool(bool b) { return scalar(JsonField::Kind::kBool, {}, b ? 1 : 0); }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool) {
    const double number = depth_ == 1 ? std::strtod(std::string(text, size).c_str(), nullptr) : 0;
    return scalar(JsonField::Kind::kNumber, {text, size}, number);
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
  bool scalar(JsonField::Kind kind, std::string_view text = {}, double number = 0) {
    if (depth_ != 1 || !is_object_) return true;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i].empty() || names_[i] != key_ || fields_[i].kind != JsonField::Kind::kMissing) continue;
      storage_[i].assign(text);
      fields_[i] = {kind, number, storage_[i]};
    }
    return true;
  }
  bool start(bool top_object) {
    if (top_object) is_object_ = true;
    scalar(JsonField::Kind::kOther);
    ++depth_;
    return true;
  }
  bool end() {
    --depth_;
    return true;
  }

  std::span<const std::string, 3> names_;
  std::span<JsonField, 3> fields_;
  std::array<std::string, 3>& storage_;
  std::string key_;
  std::uint64_t depth_ = 0;
  bool is_object_ = false;
};

}  // namespace

struct ExactJson::State {
  std::array<std::string, 3> storage;
};

ExactJson::ExactJson() : state_(std::make_unique<State>()) {}
ExactJson::~ExactJson() = default;

JsonVerdict ExactJson::read(std::string_view line, std::span<const std::string, 3> names,
                            std::span<JsonField, 3> fields, std::string_view& error) {
  for (JsonField& field : fields) field = {};
  // A NUL ends RapidJSON's stream, so that what stands behind it would not be looked at.
  if (line.find('\0') != std::string_view::npos) {
    error = "a NUL byte";
    return JsonVerdict::kBroken;
  }
  Handler handler(names, fields, state_->storage);
  rapidjson::MemoryStream stream(line.data(), line.size());
  rapidjson::Reader reader;
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, handler);
  if (result.IsError()) {
    error = rapidjson::GetParseError_En(result.Code());
    return JsonVerdict::kBroken;
  }
  return handler.is_object() ? JsonVerdict::kObject : JsonVerdict::kNotObject;
}

}  // namespace textkin::input
