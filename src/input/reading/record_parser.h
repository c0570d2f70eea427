// RecordParser: a block's bytes -> documents; and a single record's bytes -> its text again.
//
// Threads: one each. The parsers of many threads may work on the blocks of one reader at once; each block must be
// parsed once, because parsing also keeps in the spool what cannot be read again: streams, compressed sources, text
// that was extracted. How documents stand in the bytes is the format's matter (formats/format.h).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "input/blocks/block.h"
#include "input/blocks/parsed_block.h"
#include "input/blocks/read_settings.h"
#include "input/sources/sources.h"
#include "textkin/character_span.h"
#include "textkin/status.h"

namespace textkin::input {

class RecordParser {
 public:
  // `list` must be that of the blocks' reader, and outlive the parser.
  RecordParser(const ReadSettings& settings, const SourceList& list);
  ~RecordParser();

  // Replaces `out`. Under stop_on_error the first problem is returned as a Status that names file and line; invalid
  // UTF-8 under kFail always is.
  Status parse(const Block& block, ParsedBlock& out);

  // The text of one record from its bytes, as parse() gave it. The view lives until the next call, and not longer than
  // `record`. kBadInput where they hold no text: then they are not the bytes that parse() saw.
  Result<std::string_view> text(const Source& source, std::string_view record);

  // As FormatParser::append_cut().
  Status append_cut(const Source& source, std::string_view record, std::span<const CharacterSpan> cuts,
                    std::string& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace textkin::input
