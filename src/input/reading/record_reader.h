// RecordReader: reads documents again by their records.
//
// Promise: what is given is what the first reading gave, byte for byte (by the checksum in the record, also where size
// and time of the file are the same), or kBadInput names the file. Rows in memory are the caller's to hold. Threads:
// one RecordReader a thread. Cost: one read of the file a record for seekable sources (2 microseconds), far less where
// records are asked for in order, for which gaps are read over, small ones of what the system has in memory and larger
// ones of what it has not; one unpacked chunk of the spool (14 microseconds) otherwise, kept until another chunk is
// asked for. At most 64 files are open.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/raw_bytes.h"
#include "input/blocks/read_settings.h"
#include "input/sources/sources.h"
#include "textkin/character_span.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::input {

class Spool;

class RecordReader {
 public:
  RecordReader(const ReadSettings& settings, const SourceList& list, std::shared_ptr<const Spool> spool);
  ~RecordReader();

  // The record's bytes as they stand in the source, without line end; text that was extracted, as it was. The view
  // lives until the next call.
  Result<std::string_view> raw(const DocumentRecord& record);

  // The record of JSONL or lines with the line end that it has in the source; the last line may have none. The view
  // lives until the next call.
  Result<std::string_view> line(const DocumentRecord& record);

  // Appends the lines of `run`, records of one source in order, as line() gives them. Where they stand one behind the
  // other in a file, they are read at once and straight into `out`.
  Status append_lines(std::span<const DocumentRecord> run, base::RawBytes& out);

  // The document's text. The view lives until the next call.
  Result<std::string_view> text(const DocumentRecord& record);

  // The same where the system has the record in memory, or it is a row in memory; otherwise nothing.
  Result<std::optional<std::string_view>> text_held(const DocumentRecord& record);

  // Appends the record without those characters of its text, all else as it is: of JSONL and lines the line with the
  // line end that it has, of a file or a row what is left. See FormatParser::append_cut().
  Status append_cut(const DocumentRecord& record, std::span<const CharacterSpan> cuts, std::string& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace textkin::input
