// Format: how documents stand in the bytes of a source. One class for each: lines, JSONL, FASTA, a whole file, rows in
// memory. The catalogue (formats/catalog.h) names them.
//
// A Format answers three questions. Where does a record end? BlockReader asks, so that a block holds whole records.
// Which documents stand in a block, and what is the text of one whose bytes are read again? RecordParser asks the
// FormatParser for that, once a block or a record. Can a record be written back with a field more? The engine asks.
//
// A Format has no state: one object of it serves all runs and threads. What a thread needs is in its FormatParser.
// Bytes are hostile: nothing is read outside of what is given, and no bytes make a parser fail. What cannot be used is
// refused with its line; it costs that document, never the run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "input/blocks/block.h"
#include "input/blocks/document_builder.h"
#include "input/blocks/input_spec.h"
#include "input/blocks/source.h"
#include "textkin/character_span.h"
#include "textkin/status.h"

namespace textkin::input {

// What a source is a sequence of.
enum class Unit {
  kRecord,  // records in a stream of bytes, one behind the other; blocks are cut between them
  kFile,    // the file is one document, whose text may have to be extracted
  kRow,     // rows in memory; there are no bytes to read
};

// The end of a record in some bytes.
struct RecordEnd {
  std::size_t record = std::string_view::npos;  // behind its last byte; npos: it does not end in these bytes
  std::size_t behind = std::string_view::npos;  // where the next one begins
};

// Appends `text`, valid UTF-8, without the characters of `cuts`, which ascend and lie apart.
void append_without(std::string_view text, std::span<const CharacterSpan> cuts, std::string& out);

// Reads documents of one format. Threads: one each.
class FormatParser {
 public:
  virtual ~FormatParser() = default;

  // Gives each document of `piece` to `out`, in order, with a record from which text() finds its text again. `bytes`
  // are the piece's, none for rows; behind records, Block::kPadding bytes more can be read. Fails only where `out`
  // does.
  virtual Status parse(const Piece& piece, std::string_view bytes, DocumentBuilder& out) = 0;

  // The text of the document whose record holds `record`, as parse() gave it. The view lives until the next call, and
  // not longer than `record`. kBadInput where there is none: then they are not the bytes that parse() saw.
  virtual Result<std::string_view> text(const Source& source, std::string_view record) = 0;

  // Appends `record`, as parse() saw it, without the characters of `cuts` of its text; every other byte as it is, but
  // where the record was no Unicode: then it is written as it was repaired. kInvalidArgument where Format::can_cut() is
  // false; kBadInput as text().
  virtual Status append_cut(const Source& source, std::string_view record, std::span<const CharacterSpan> cuts,
                            std::string& out);
};

class Format {
 public:
  virtual ~Format() = default;

  virtual Unit unit() const { return Unit::kRecord; }

  // `asked` must outlive what is made.
  virtual std::unique_ptr<FormatParser> make_parser(const InputSpec& asked) const = 0;

  // The place in `record`, a whole one, at which ",NAME:VALUE" adds a field; npos where records have no fields.
  virtual std::size_t place_of_new_field(std::string_view record) const;

  // Whether a record can be written without parts of its text.
  virtual bool can_cut() const { return false; }

  // The rest is asked where the unit is a record. A format whose records are lines has nothing to say here.

  // The place behind the last record of `bytes` that is known to be whole; 0 if there is none.
  virtual std::size_t behind_last_record(std::string_view bytes) const;

  // The end of the record that began before `bytes`, where `last` is the byte before them.
  virtual RecordEnd find_record_end(std::string_view bytes, char last) const;

  // How many bytes that belong to no record may stand before the byte that shows where it ends: of \r\n, the \r.
  virtual std::size_t bytes_before_end() const { return 1; }
};

}  // namespace textkin::input
