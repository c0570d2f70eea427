#include "input/formats/jsonl.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <vector>

#include "base/utf8.h"
#include "input/blocks/valid_utf8.h"
#include "input/blocks/wide_encoding.h"
#include "input/formats/each_line.h"
#include "input/json/cut_string.h"
#include "input/json/json_record.h"
#include "input/json/nested_path.h"

namespace textkin::input {
namespace {

static_assert(Block::kPadding >= simdjson::SIMDJSON_PADDING);
constexpr std::size_t kLongLine = 1u << 20;
constexpr std::size_t kLineWithRoom = 64u << 10;

class JsonlParser final : public FormatParser {
 public:
  explicit JsonlParser(const InputSpec& asked)
      : asked_(asked), json_(asked.text_field, asked.id_field, asked.value_fields) {}

  Status parse(const Piece& piece, std::string_view bytes, DocumentBuilder& out) override {
    return each_line(piece, bytes, out, [&](std::string_view line, const DocumentRecord& record) {
      return parse_line(line, record, out);
    });
  }

  Result<std::string_view> text(const Source& source, std::string_view record) override;
  Status append_cut(const Source& source, std::string_view record, std::span<const CharacterSpan> cuts,
                    std::string& out) override;

 private:
  Status parse_line(std::string_view line, const DocumentRecord& record, DocumentBuilder& out);
  Refusal read(std::string_view line, char* room = nullptr);
  Refusal check_id() const;
  FieldValue value(std::size_t number, DocumentBuilder& out) const;

  const InputSpec& asked_;
  JsonRecord json_;
  std::string_view line_;  // that was read: what was given, or
  std::string repaired_;   // where it had to be, with its padding
  std::string padded_;
  std::vector<FieldValue> values_;
};

// Why a line without the text field has none, and what to do where it is somewhere else.
Refusal no_text_field(std::string_view line, const std::string& field) {
  const std::string path = nested_path(line, field);
  if (path.empty()) return {"no-text-field", fmt::format("no field \"{}\" (see --text-field)", field)};
  if (path.find_first_of(".[") == std::string::npos)
    return {"no-text-field", fmt::format("no field \"{}\"; \"{}\" is there (--text-field {})", field, path, path)};
  return {"no-text-field",
          fmt::format("no field \"{}\" (see --text-field); \"{}\" is there, within another: JSON lines are read by the "
                      "fields of their records alone, so lift it out, or read them as a table in Python "
                      "(pyarrow.json.read_json), with text=\"{}\"",
                      field, path, path)};
}

// Leaves the fields in `json_`. Repairs what is no Unicode if it may.
Refusal JsonlParser::read(std::string_view line, char* room) {
  line_ = line;
  JsonVerdict verdict = json_.read(line, room);
  if (verdict == JsonVerdict::kBroken && (!valid_utf8(line) || has_lone_surrogate(line))) {
    if (asked_.invalid_utf8 != InvalidUtf8::kReplace)
      return {"invalid-utf8", "invalid UTF-8 or half of a surrogate pair"};
    repaired_.clear();
    base::append_valid_utf8(line, repaired_);
    replace_lone_surrogates(repaired_);
    const std::size_t size = repaired_.size();
    repaired_.append(Block::kPadding, '\0');
    line_ = std::string_view(repaired_).substr(0, size);
    verdict = json_.read(line_);
  }
  if (verdict == JsonVerdict::kBroken) {
    const std::string_view wide = wide_encoding(line);
    if (wide.empty()) return {"broken-json", fmt::format("not valid JSON ({})", json_.error())};
    return {"broken-json",
            fmt::format("not valid JSON: it is {0}, and JSON is read as UTF-8; convert the file (iconv -f "
                        "{0} -t UTF-8)",
                        wide)};
  }
  if (verdict == JsonVerdict::kRepeated)
    return {"repeated-key",
            fmt::format("the key \"{}\" is there twice, and readers differ in which of its values counts",
                        json_.repeated())};
  if (verdict == JsonVerdict::kNotObject) return {"not-an-object", "valid JSON, but not an object {...}"};
  if (json_.text().kind == JsonField::Kind::kMissing) return no_text_field(line_, asked_.text_field);
  if (json_.text().kind != JsonField::Kind::kText)
    return {"text-not-a-string", fmt::format("field \"{}\" is not a string", asked_.text_field)};
  return {};
}

Refusal JsonlParser::check_id() const {
  switch (json_.id().kind) {
    case JsonField::Kind::kMissing:
    case JsonField::Kind::kNull:
      return {};
    case JsonField::Kind::kText:
    case JsonField::Kind::kNumber:
      if (json_.id().text.size() <= DocumentBuilder::kLongestId) return {};
      return {"bad-id", fmt::format("the id (field \"{}\") is longer than {} bytes", asked_.id_field,
                                    DocumentBuilder::kLongestId)};
    case JsonField::Kind::kBool:
    case JsonField::Kind::kOther:
      break;
  }
  return {"bad-id", fmt::format("the id (field \"{}\") is neither a string nor a number", asked_.id_field)};
}

FieldValue JsonlParser::value(std::size_t number, DocumentBuilder& out) const {
  FieldValue value;
  const JsonField& field = json_.value(number);
  if (field.kind == JsonField::Kind::kText) {
    value.kind = FieldValue::Kind::kText;
    value.text = out.kept(field.text);
  } else if (field.kind == JsonField::Kind::kNumber || field.kind == JsonField::Kind::kBool) {
    value.kind = FieldValue::Kind::kNumber;
    value.number = field.number;
  }
  return value;
}

Status JsonlParser::parse_line(std::string_view line, const DocumentRecord& record, DocumentBuilder& out) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
  // A long line gets none: its room would be as long, even where no text has an escape.
  const bool is_long = line.size() >= kLineWithRoom;
  Refusal refusal = read(line, is_long ? nullptr : out.room(line.size() + JsonRecord::kRoom));
  out.took(json_.room_used());
  if (refusal.ok()) refusal = check_id();
  if (!refusal.ok()) return out.refuse(record.line, refusal);

  FoundDocument found;
  found.record = record;
  found.text = out.kept(json_.text().text);
  found.known_ascii = json_.known_ascii();
  const JsonField& id = json_.id();
  if (id.kind == JsonField::Kind::kText || id.kind == JsonField::Kind::kNumber) found.id = out.kept(id.text);
  values_.clear();
  for (std::size_t i = 0; i < out.values(); ++i) values_.push_back(value(i, out));
  found.values = values_;
  TEXTKIN_RETURN_IF_ERROR(out.add(found));
  if (line.size() >= kLongLine) json_.forget();
  return {};
}

Result<std::string_view> JsonlParser::text(const Source& source, std::string_view record) {
  padded_.assign(record).append(Block::kPadding, '\0');
  const Refusal refusal = read(std::string_view(padded_).substr(0, record.size()));
  if (!refusal.ok()) return Status(Code::kBadInput, fmt::format("{}: {}", source.name, refusal.what));
  return json_.text().text;
}

Status JsonlParser::append_cut(const Source& source, std::string_view record, std::span<const CharacterSpan> cuts,
                               std::string& out) {
  TEXTKIN_RETURN_IF_ERROR(text(source, record).status());
  const StringPlace place = find_string(line_, asked_.text_field);
  if (place.begin == std::string_view::npos)
    return Status(Code::kBadInput, fmt::format("{}: no string \"{}\" in a record", source.name, asked_.text_field));
  out += line_.substr(0, place.begin);
  append_cut_string(line_.substr(place.begin, place.end - place.begin), cuts, out);
  out += line_.substr(place.end);
  return {};
}

class Jsonl final : public Format {
 public:
  bool can_cut() const override { return true; }
  std::unique_ptr<FormatParser> make_parser(const InputSpec& asked) const override {
    return std::make_unique<JsonlParser>(asked);
  }

  std::size_t place_of_new_field(std::string_view record) const override { return record.rfind('}'); }
};

}  // namespace

const Format& jsonl_format() {
  static const Jsonl format;
  return format;
}

}  // namespace textkin::input
