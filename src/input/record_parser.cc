#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include "base/byte_count.h"
#include "base/utf8.h"
#include "input/block_reader.h"
#include "input/byte_order_mark.h"
#include "input/extraction.h"
#include "input/fasta_record.h"
#include "input/json_record.h"
#include "input/refusal.h"
#include "input/spool.h"
#include "input/text_storage.h"

namespace textkin::input {
namespace {

constexpr std::size_t kRecordPadding = 64;
static_assert(kRecordPadding >= simdjson::SIMDJSON_PADDING);
constexpr std::size_t kLongestId = 65535;
constexpr std::size_t kLongLine = 1u << 20;

bool valid_utf8(std::string_view bytes) { return simdjson::validate_utf8(bytes.data(), bytes.size()); }

}  // namespace

struct RecordParser::State {
  State(const InputSpec& input, const SourceList& sources)
      : spec(input), list(sources), json(input.text_field, input.id_field, input.value_field) {}

  Status parse_piece(const Block& block, const Piece& piece, ParsedBlock& out);
  Status parse_line(const Source& source, std::string_view line, const DocumentRecord& record, ParsedBlock& out);
  Status parse_json(const Source& source, std::string_view line, const DocumentRecord& record, ParsedBlock& out);
  Status parse_fasta(const Source& source, const Piece& piece, std::string_view bytes, ParsedBlock& out);
  Status parse_rows(const Source& source, const Piece& piece, ParsedBlock& out);
  Status add_extracted(const Source& source, std::string_view suffix, const Block& block, const Piece& piece,
                       std::string_view bytes, ParsedBlock& out);
  Status add_text(const Source& source, std::string_view text, std::string_view id, const DocumentRecord& record,
                  ParsedBlock& out);
  std::string_view row_id(std::string_view id, std::uint64_t row, ParsedBlock& out);
  std::string_view kept(std::string_view text, ParsedBlock& out);
  Refusal read_json(std::string_view line);
  Refusal check_id() const;
  Refusal check_text(std::string_view text) const;

  const InputSpec spec;
  const SourceList& list;
  JsonRecord json;
  std::string repaired;  // the line that was read, if it had to be
  std::string padded;
  std::string_view piece_bytes;
  bool piece_is_valid = false;  // UTF-8
  TextStorage storage;
  SpoolWriter spool_writer;
};

// Leaves the fields in `json`. Repairs what is no Unicode if it may.
Refusal RecordParser::State::read_json(std::string_view line) {
  JsonVerdict verdict = json.read(line);
  if (verdict == JsonVerdict::kBroken && (!valid_utf8(line) || has_lone_surrogate(line))) {
    if (spec.invalid_utf8 != InvalidUtf8::kReplace)
      return {"invalid-utf8", "invalid UTF-8 or half of a surrogate pair"};
    repaired.clear();
    base::append_valid_utf8(line, repaired);
    replace_lone_surrogates(repaired);
    const std::size_t size = repaired.size();
    repaired.append(kRecordPadding, '\0');
    verdict = json.read(std::string_view(repaired).substr(0, size));
  }
  if (verdict == JsonVerdict::kBroken) return {"broken-json", fmt::format("not valid JSON ({})", json.error())};
  if (verdict == JsonVerdict::kNotObject) return {"not-an-object", "valid JSON, but not an object {...}"};
  if (json.text().kind == JsonField::Kind::kMissing)
    return {"no-text-field", fmt::format("no field \"{}\" (see --text-field)", spec.text_field)};
  if (json.text().kind != JsonField::Kind::kText)
    return {"text-not-a-string", fmt::format("field \"{}\" is not a string", spec.text_field)};
  return {};
}

Refusal RecordParser::State::check_id() const {
  switch (json.id().kind) {
    case JsonField::Kind::kMissing:
    case JsonField::Kind::kNull:
      return {};
    case JsonField::Kind::kText:
    case JsonField::Kind::kNumber:
      if (json.id().text.size() <= kLongestId) return {};
      return {"bad-id", fmt::format("the id (field \"{}\") is longer than {} bytes", spec.id_field, kLongestId)};
    case JsonField::Kind::kBool:
    case JsonField::Kind::kOther:
      break;
  }
  return {"bad-id", fmt::format("the id (field \"{}\") is neither a string nor a number", spec.id_field)};
}

Refusal RecordParser::State::check_text(std::string_view text) const {
  std::string wrong = spec.check_text ? spec.check_text(text) : "";
  return wrong.empty() ? Refusal() : Refusal{"bad-weights", std::move(wrong)};
}

// What stands in the block lives as long as the document.
std::string_view RecordParser::State::kept(std::string_view text, ParsedBlock& out) {
  const std::less_equal<const char*> before;
  const char* const begin = piece_bytes.data();
  if (before(begin, text.data()) && before(text.data() + text.size(), begin + piece_bytes.size())) return text;
  return storage.keep(text, out.storage);
}

Status RecordParser::State::parse_json(const Source& source, std::string_view line, const DocumentRecord& record,
                                       ParsedBlock& out) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
  Refusal refusal = read_json(line);
  if (refusal.ok()) refusal = check_id();
  if (refusal.ok()) refusal = check_text(json.text().text);
  if (!refusal.ok()) return refuse(spec, source, record.line, refusal, out.problems);

  Document document;
  document.record = record;
  document.text = kept(json.text().text, out);
  const std::size_t characters = json.known_ascii() ? document.text.size() : base::count_code_points(document.text);
  document.record.characters = static_cast<std::uint32_t>(characters);
  const bool named = json.id().kind == JsonField::Kind::kText || json.id().kind == JsonField::Kind::kNumber;
  document.id = named ? kept(json.id().text, out) : storage.keep_place(source.name, record.line, out.storage);
  out.documents.push_back(document);
  if (!spec.value_field.empty()) {
    FieldValue value;
    if (json.value().kind == JsonField::Kind::kText) {
      value.kind = FieldValue::Kind::kText;
      value.text = kept(json.value().text, out);
    } else if (json.value().kind == JsonField::Kind::kNumber || json.value().kind == JsonField::Kind::kBool) {
      value.kind = FieldValue::Kind::kNumber;
      value.number = json.value().number;
    }
    out.values.push_back(value);
  }
  if (line.size() >= kLongLine) json.forget();
  return {};
}

// A text that is its record's bytes, or, of a FASTA record, those behind its first line. Without an id it is called by
// its place.
Status RecordParser::State::add_text(const Source& source, std::string_view text, std::string_view id,
                                     const DocumentRecord& record, ParsedBlock& out) {
  Document document;
  document.id = id;
  document.record = record;
  if (!piece_is_valid && !valid_utf8(text)) {
    if (spec.invalid_utf8 != InvalidUtf8::kReplace)
      return refuse(spec, source, record.line, {"invalid-utf8", "invalid UTF-8"}, out.problems);
    repaired.clear();
    base::append_valid_utf8(text, repaired);
    text = storage.keep(repaired, out.storage);
  }
  if (source.form == Form::kFasta) {
    const FastaRecord fasta = split_fasta_record(text);
    if (fasta.id.size() > kLongestId)
      return refuse(spec, source, record.line,
                    {"bad-id", fmt::format("the name of the sequence is longer than {} bytes", kLongestId)},
                    out.problems);
    document.id = fasta.id;
    text = fasta.sequence;
  }
  Refusal refusal = check_text(text);
  if (!refusal.ok()) return refuse(spec, source, record.line, refusal, out.problems);
  document.text = text;
  document.record.characters = static_cast<std::uint32_t>(base::count_code_points(text));
  if (document.id.empty())
    document.id =
        record.line == 0 ? std::string_view(source.name) : storage.keep_place(source.name, record.line, out.storage);
  out.documents.push_back(document);
  if (!spec.value_field.empty()) out.values.emplace_back();
  return {};
}

Status RecordParser::State::add_extracted(const Source& source, std::string_view suffix, const Block& block,
                                          const Piece& piece, std::string_view bytes, ParsedBlock& out) {
  Result<ExtractedText> extracted = extract(spec, suffix, bytes);
  if (!extracted.ok()) return extracted.status();
  if (!extracted->refusal.ok()) return refuse(spec, source, 0, extracted->refusal, out.problems);
  const std::string_view text = extracted->text;
  TEXTKIN_RETURN_IF_ERROR(block.spool->append(piece.source, 0, text, spool_writer));
  for (std::string& note : extracted->notes) out.notes.push_back({piece.source, std::move(note)});
  DocumentRecord record;
  record.source = piece.source;
  record.length = static_cast<std::uint32_t>(text.size());
  piece_is_valid = true;
  return add_text(source, storage.keep(text, out.storage), {}, record, out);
}

Status RecordParser::State::parse_line(const Source& source, std::string_view line, const DocumentRecord& record,
                                       ParsedBlock& out) {
  if (line.size() > spec.longest_record)
    return refuse(spec, source, record.line, too_long(spec, line.size()), out.problems);
  return source.form == Form::kJsonl ? parse_json(source, line, record, out) : add_text(source, line, {}, record, out);
}

Status RecordParser::State::parse_fasta(const Source& source, const Piece& piece, std::string_view bytes,
                                        ParsedBlock& out) {
  std::size_t begin = std::min(find_fasta_record(bytes), bytes.size());
  const std::string_view before = bytes.substr(0, begin);
  std::uint64_t number = piece.first_line;
  if (const std::size_t place = before.find_first_not_of(" \t\r\n\v\f"); place != std::string_view::npos) {
    const Refusal refusal{"no-header",
                          "FASTA must begin with a line of > and a name; what stands before it is unnamed"};
    const std::uint64_t line = number + base::count_byte(before.substr(0, place), '\n');
    TEXTKIN_RETURN_IF_ERROR(refuse(spec, source, line, refusal, out.problems));
  }
  number += base::count_byte(before, '\n');
  while (begin < bytes.size()) {
    const std::size_t end = std::min(find_fasta_record(bytes, begin + 1), bytes.size());
    const std::string_view lines = bytes.substr(begin, end - begin);
    std::string_view text = lines;
    if (text.ends_with('\n')) text.remove_suffix(text.ends_with("\r\n") ? 2 : 1);
    DocumentRecord record;
    record.source = piece.source;
    record.offset = piece.offset + begin;
    record.length = static_cast<std::uint32_t>(text.size());
    record.line = static_cast<std::uint32_t>(number);
    TEXTKIN_RETURN_IF_ERROR(parse_line(source, text, record, out));
    number += base::count_byte(lines, '\n');
    begin = end;
  }
  return {};
}

std::string_view RecordParser::State::row_id(std::string_view id, std::uint64_t row, ParsedBlock& out) {
  if (id.empty()) return storage.keep(fmt::format_int(row).c_str(), out.storage);
  if (valid_utf8(id)) return id;
  repaired.clear();
  base::append_valid_utf8(id, repaired);
  return storage.keep(repaired, out.storage);
}

Status RecordParser::State::parse_rows(const Source& source, const Piece& piece, ParsedBlock& out) {
  const MemorySource& rows = *source.memory;
  piece_is_valid = false;
  for (std::uint64_t row = piece.offset; row < piece.offset + piece.size; ++row) {
    const std::string_view text = rows.text(row);
    const std::string_view id = row_id(rows.id(row), row, out);
    DocumentRecord record;
    record.source = piece.source;
    record.offset = row;
    record.line = static_cast<std::uint32_t>(row + 1);
    const std::size_t before = out.documents.size();
    if (id.size() > kLongestId) {
      const Refusal refusal{"bad-id", fmt::format("the id is longer than {} bytes", kLongestId)};
      TEXTKIN_RETURN_IF_ERROR(refuse(spec, source, record.line, refusal, out.problems));
    } else if (text.size() > spec.longest_record) {
      TEXTKIN_RETURN_IF_ERROR(refuse(spec, source, record.line, too_long(spec, text.size()), out.problems));
    } else {
      record.length = static_cast<std::uint32_t>(text.size());
      TEXTKIN_RETURN_IF_ERROR(add_text(source, text, id, record, out));
    }
    if (!spec.value_field.empty() && out.documents.size() > before) out.values.back() = rows.value(row);
  }
  return {};
}

Status RecordParser::State::parse_piece(const Block& block, const Piece& piece, ParsedBlock& out) {
  const Source& source = list.sources[piece.source];
  if (source.form == Form::kMemory) return parse_rows(source, piece, out);
  const std::string_view bytes(block.bytes.data() + piece.begin, piece.size);
  if (source.form == Form::kDocument) {
    const std::string_view suffix = suffix_to_extract(spec, source, bytes);
    if (!suffix.empty()) return add_extracted(source, suffix, block, piece, bytes, out);
  }
  if (!source.seekable) TEXTKIN_RETURN_IF_ERROR(block.spool->append(piece.source, piece.offset, bytes, spool_writer));
  piece_bytes = bytes;
  piece_is_valid = source.form != Form::kJsonl && valid_utf8(bytes);
  DocumentRecord record;
  record.source = piece.source;
  if (source.form == Form::kDocument) {
    record.offset = piece.offset;
    record.length = static_cast<std::uint32_t>(bytes.size());
    return add_text(source, without_byte_order_mark(bytes), {}, record, out);
  }
  if (source.form == Form::kFasta) return parse_fasta(source, piece, bytes, out);
  std::uint64_t number = piece.first_line;
  for (std::size_t begin = 0; begin < bytes.size(); ++number) {
    const void* const newline = std::memchr(bytes.data() + begin, '\n', bytes.size() - begin);
    const std::size_t end = newline == nullptr ? bytes.size() : static_cast<const char*>(newline) - bytes.data();
    std::string_view line = bytes.substr(begin, end - begin);
    if (newline != nullptr && line.ends_with('\r')) line.remove_suffix(1);
    record.offset = piece.offset + begin;
    record.length = static_cast<std::uint32_t>(line.size());
    record.line = static_cast<std::uint32_t>(number);
    TEXTKIN_RETURN_IF_ERROR(parse_line(source, line, record, out));
    begin = end + 1;
  }
  return {};
}

RecordParser::RecordParser(const InputSpec& spec, const SourceList& list)
    : state_(std::make_unique<State>(spec, list)) {}
RecordParser::~RecordParser() = default;

Status RecordParser::parse(const Block& block, ParsedBlock& out) {
  out.documents.clear();
  out.values.clear();
  out.problems.clear();
  out.notes.clear();
  out.storage.clear();
  state_->storage.begin(block.bytes.size());
  for (const Piece& piece : block.pieces) TEXTKIN_RETURN_IF_ERROR(state_->parse_piece(block, piece, out));
  return {};
}

Result<std::string_view> RecordParser::text(const Source& source, std::string_view record) {
  State& state = *state_;
  if (source.form == Form::kJsonl) {
    state.padded.assign(record).append(kRecordPadding, '\0');
    const Refusal refusal = state.read_json(std::string_view(state.padded).substr(0, record.size()));
    if (!refusal.ok()) return Status(Code::kBadInput, fmt::format("{}: {}", source.name, refusal.what));
    return state.json.text().text;
  }
  std::string_view text = source.form == Form::kDocument ? without_byte_order_mark(record) : record;
  if (!valid_utf8(text)) {
    state.repaired.clear();
    base::append_valid_utf8(text, state.repaired);
    text = state.repaired;
  }
  return source.form == Form::kFasta ? split_fasta_record(text).sequence : text;
}

}  // namespace textkin::input
