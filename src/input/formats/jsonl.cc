#include "input/formats/jsonl.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <vector>

#include "base/utf8.h"
#include "input/blocks/valid_utf8.h"
#include "input/blocks/wide_encoding.h"
#include "input/formats/each_line.h"
#include "input/json/json_record.h"
#include "input/json/nested_path.h"
#include "input/json/record_text.h"

namespace textkin::input {
namespace {

static_assert(Block::kPadding >= simdjson::SIMDJSON_PADDING);
constexpr std::size_t kLongLine = 1u << 20;
constexpr std::size_t kLineWithRoom = 64u << 10;

class JsonlParser final : public FormatParser {
 public:
  explicit JsonlParser(const InputSpec& asked)
      : asked_(asked),
        text_(asked.text_fields),
        json_(text_.first(), asked.id_field, text_.values_beside(asked.value_fields)) {}

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
  Refusal find_text();
  Refusal no_text() const;
  Refusal check_id() const;
  Refusal check_values(std::size_t count) const;
  FieldValue value(std::size_t number, DocumentBuilder& out) const;

  const InputSpec& asked_;
  RecordText text_;
  JsonRecord json_;
  std::string_view line_;  // that was read: what was given, or
  std::string repaired_;   // where it had to be, with its padding
  bool is_repaired_ = false;
  std::string padded_;
  std::vector<FieldValue> values_;
};

Refusal repeated(std::string_view key) {
  return {"repeated-key",
          fmt::format("the key \"{}\" is there twice, and readers differ in which of its values counts", key)};
}

// As a shell takes it.
std::string typed(const std::string& path) { return path.find("[]") == std::string::npos ? path : "'" + path + "'"; }

// Why a line without the text field has none, and what to do where it is somewhere else.
Refusal JsonlParser::no_text() const {
  if (asked_.text_fields.size() > 1)
    return {"no-text-field",
            fmt::format("none of the fields \"{}\" (see --text-field)", fmt::join(asked_.text_fields, "\", \""))};
  const std::string& field = asked_.text_fields[0];
  const std::string path = nested_path(line_, field);
  if (path.empty() || path == field) return {"no-text-field", fmt::format("no field \"{}\" (see --text-field)", field)};
  return {"no-text-field", fmt::format("no field \"{}\"; \"{}\" is there (--text-field {})", field, path, typed(path))};
}

Refusal JsonlParser::find_text() {
  switch (text_.read(line_, json_, asked_.value_fields.size())) {
    case WalkedPath::Kind::kText:
      return {};
    case WalkedPath::Kind::kMissing:
      return no_text();
    case WalkedPath::Kind::kRepeated:
      return repeated(text_.why());
    case WalkedPath::Kind::kNull:
    case WalkedPath::Kind::kOther:
      break;
  }
  return {"text-not-a-string", text_.why()};
}

// Leaves the fields in `json_`. Repairs what is no Unicode if it may.
Refusal JsonlParser::read(std::string_view line, char* room) {
  line_ = line;
  is_repaired_ = false;
  JsonVerdict verdict = json_.read(line, room);
  if (verdict == JsonVerdict::kBroken && (!valid_utf8(line) || has_lone_surrogate(line))) {
    if (asked_.invalid_utf8 != InvalidUtf8::kReplace)
      return {"invalid-utf8", "invalid UTF-8 or half of a surrogate pair"};
    is_repaired_ = true;
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
  if (verdict == JsonVerdict::kRepeated) return repeated(json_.repeated());
  if (verdict == JsonVerdict::kNotObject) return {"not-an-object", "valid JSON, but not an object {...}"};
  return find_text();
}

Refusal JsonlParser::check_id() const {
  switch (json_.id().kind) {
    case JsonField::Kind::kMissing:
    case JsonField::Kind::kNull:
      return {};
    case JsonField::Kind::kText:
    case JsonField::Kind::kNumber:
      if (asked_.stays && (json_.id().text.empty() || json_.id().text.find('\0') != std::string_view::npos))
        return {"bad-id",
                fmt::format("the id (field \"{}\") is empty or has a zero byte, and what has such a one could "
                            "not be removed again",
                            asked_.id_field)};
      if (json_.id().text.size() <= DocumentBuilder::kLongestId) return {};
      return {"bad-id", fmt::format("the id (field \"{}\") is longer than {} bytes", asked_.id_field,
                                    DocumentBuilder::kLongestId)};
    case JsonField::Kind::kBool:
    case JsonField::Kind::kOther:
      break;
  }
  return {"bad-id", fmt::format("the id (field \"{}\") is neither a string nor a number", asked_.id_field)};
}

// Taken for missing, it would be passed over where documents are removed by that field.
Refusal JsonlParser::check_values(std::size_t count) const {
  for (std::size_t i = 0; asked_.stays && i < count; ++i)
    if (json_.value(i).kind == JsonField::Kind::kOther)
      return {"bad-field",
              fmt::format("the field \"{}\" is a list or an object; an index keeps strings, numbers, true and "
                          "false",
                          asked_.value_fields[i])};
  return {};
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
    value.beyond = field.beyond;
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
  if (refusal.ok()) refusal = check_values(out.values());
  if (!refusal.ok()) return out.refuse(record.line, refusal);

  FoundDocument found;
  found.record = record;
  const JsonField& id = json_.id();
  if (id.kind == JsonField::Kind::kText || id.kind == JsonField::Kind::kNumber) found.id = out.kept(id.text);
  values_.clear();
  for (std::size_t i = 0; i < out.values(); ++i) values_.push_back(value(i, out));
  found.values = values_;
  found.known_ascii = json_.known_ascii();
  if (line.size() >= kLongLine && text_.is_joined()) json_.forget();
  found.text = out.kept(text_.text());
  TEXTKIN_RETURN_IF_ERROR(out.add(found));
  if (is_repaired_) out.count_repaired();
  if (line.size() >= kLongLine) {
    json_.forget();
    text_.forget();
  }
  return {};
}

Result<std::string_view> JsonlParser::text(const Source& source, std::string_view record) {
  padded_.assign(record).append(Block::kPadding, '\0');
  const Refusal refusal = read(std::string_view(padded_).substr(0, record.size()));
  if (!refusal.ok()) return Status(Code::kBadInput, fmt::format("{}: {}", source.name, refusal.what));
  return text_.text();
}

Status JsonlParser::append_cut(const Source& source, std::string_view record, std::span<const CharacterSpan> cuts,
                               std::string& out) {
  TEXTKIN_RETURN_IF_ERROR(text(source, record).status());
  if (text_.append_cut(line_, json_, asked_.value_fields.size(), cuts, out)) return {};
  return Status(
      Code::kInvalidArgument,
      fmt::format("{}: two of --text-field name the same text, of which nothing can be cut then; name it once",
                  source.name));
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
