#include "input/reading/record_parser.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "input/blocks/document_builder.h"
#include "input/formats/format.h"
#include "input/sources/extraction.h"
#include "input/sources/spool.h"

namespace textkin::input {

struct RecordParser::State {
  State(const ReadSettings& set, const SourceList& sources) : settings(set), list(sources), builder(settings) {}

  FormatParser& parser_of(const Source& source);
  Status parse_piece(const Block& block, const Piece& piece, ParsedBlock& out);
  void add_checksums(const Block& block, const Piece& piece, std::span<Document> documents) const;
  Status parse_extracted(std::string_view suffix, const Block& block, const Piece& piece, std::string_view bytes,
                         ParsedBlock& out);

  const ReadSettings settings;
  const SourceList& list;
  DocumentBuilder builder;
  struct Parser {
    const Format* format;
    bool of_other_side;
    std::unique_ptr<FormatParser> parser;
  };
  std::vector<Parser> parsers;  // of what was met so far
  SpoolWriter spool_writer;
};

FormatParser& RecordParser::State::parser_of(const Source& source) {
  for (const auto& [format, of_other_side, parser] : parsers)
    if (format == source.format && of_other_side == source.of_other_side) return *parser;
  const InputSpec& asked = source.of_other_side ? settings.asked_of_other_side : settings.asked;
  parsers.push_back({source.format, source.of_other_side, source.format->make_parser(asked)});
  return *parsers.back().parser;
}

// The text takes the place of the file's bytes, also in the spool, from where it is read again.
Status RecordParser::State::parse_extracted(std::string_view suffix, const Block& block, const Piece& piece,
                                            std::string_view bytes, ParsedBlock& out) {
  TEXTKIN_ASSIGN_OR_RETURN(ExtractedText extracted, extract(settings, suffix, bytes));
  out.extracted = true;
  if (!extracted.refusal.ok()) return builder.refuse(0, extracted.refusal);
  TEXTKIN_RETURN_IF_ERROR(block.spool->append(piece.source, 0, extracted.text, spool_writer));
  if (std::string note = misnamed_note(settings, list.sources[piece.source], suffix); !note.empty())
    out.notes.push_back({piece.source, std::move(note), false});
  for (std::string& note : extracted.notes) out.notes.push_back({piece.source, std::move(note), false});
  for (std::string& flag : extracted.flags) out.notes.push_back({piece.source, std::move(flag), true});
  if (!extracted.traces.empty()) {
    extracted.traces.source = piece.source;
    out.traces.push_back(std::move(extracted.traces));
  }
  const Source& source = list.sources[piece.source];
  const std::string_view text = builder.kept(extracted.text);
  builder.begin_piece(source, text);
  return parser_of(source).parse(piece, text, builder);
}

Status RecordParser::State::parse_piece(const Block& block, const Piece& piece, ParsedBlock& out) {
  const Source& source = list.sources[piece.source];
  const Unit unit = source.format->unit();
  const std::string_view bytes =
      unit == Unit::kRow ? std::string_view() : std::string_view(block.bytes.data() + piece.begin, piece.size);
  builder.begin_piece(source, bytes);
  bool as_bytes = false;
  if (unit == Unit::kFile) {
    const std::string suffix = suffix_to_extract(settings, source, bytes);
    if (!suffix.empty()) return parse_extracted(suffix, block, piece, bytes, out);
    as_bytes = settings.asked.extraction.is_unasked && is_more_than_text(bytes);
    // No question could ever find it again: that is taken out of files.
    if (as_bytes && settings.asked.stays)
      if (const Refusal refusal = no_text_at_all(bytes); !refusal.ok()) return builder.refuse(0, refusal);
  }
  if (unit != Unit::kRow && !source.seekable)
    TEXTKIN_RETURN_IF_ERROR(block.spool->append(piece.source, piece.offset, bytes, spool_writer));
  const std::uint64_t repaired = out.repaired;
  TEXTKIN_RETURN_IF_ERROR(parser_of(source).parse(piece, bytes, builder));
  if (!as_bytes) return {};
  out.as_bytes.push_back(piece.source);
  out.repaired = repaired;  // that is told with it
  return {};
}

// By them a document that is read again is known to be the same. Of a file that is one document, all of its bytes
// count.
void RecordParser::State::add_checksums(const Block& block, const Piece& piece, std::span<Document> documents) const {
  const Unit unit = list.sources[piece.source].format->unit();
  if (unit == Unit::kRow) return;
  const std::string_view bytes(block.bytes.data() + piece.begin, piece.size);
  for (Document& document : documents) {
    DocumentRecord& record = document.record;
    record.checksum =
        base::checksum(unit == Unit::kFile ? bytes : bytes.substr(record.offset - piece.offset, record.length));
  }
}

RecordParser::RecordParser(const ReadSettings& settings, const SourceList& list)
    : state_(std::make_unique<State>(settings, list)) {}
RecordParser::~RecordParser() = default;

Status RecordParser::parse(const Block& block, ParsedBlock& out) {
  out.documents.clear();
  out.values.clear();
  out.problems.clear();
  out.notes.clear();
  out.traces.clear();
  out.extracted = false;
  out.as_bytes.clear();
  out.repaired = 0;
  out.storage.clear();
  state_->builder.begin_block(block, out);
  for (const Piece& piece : block.pieces) {
    const std::size_t before = out.documents.size();
    TEXTKIN_RETURN_IF_ERROR(state_->parse_piece(block, piece, out));
    state_->add_checksums(block, piece, std::span(out.documents).subspan(before));
  }
  return {};
}

Result<std::string_view> RecordParser::text(const Source& source, std::string_view record) {
  return state_->parser_of(source).text(source, record);
}

Status RecordParser::append_cut(const Source& source, std::string_view record, std::span<const CharacterSpan> cuts,
                                std::string& out) {
  return state_->parser_of(source).append_cut(source, record, cuts, out);
}

}  // namespace textkin::input
