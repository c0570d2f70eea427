// each_line(): the records of a piece where a record is a line. For the parsers of such formats.
//
// A line ends at \n; one \r before it belongs to the line end. The last line of a source needs no line end.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "input/blocks/block.h"
#include "input/blocks/document_builder.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::input {

// Calls visit(line, record) -> Status for each line in order, without its end; a line that is too long is refused.
template <class Visit>
Status each_line(const Piece& piece, std::string_view bytes, DocumentBuilder& out, const Visit& visit) {
  DocumentRecord record;
  record.source = piece.source;
  std::uint64_t number = piece.first_line;
  for (std::size_t begin = 0; begin < bytes.size(); ++number) {
    const void* const newline = std::memchr(bytes.data() + begin, '\n', bytes.size() - begin);
    const std::size_t end = newline == nullptr ? bytes.size() : static_cast<const char*>(newline) - bytes.data();
    std::string_view line = bytes.substr(begin, end - begin);
    if (newline != nullptr && line.ends_with('\r')) line.remove_suffix(1);
    record.offset = piece.offset + begin;
    record.length = static_cast<std::uint32_t>(line.size());
    record.line = static_cast<std::uint32_t>(number);
    if (line.size() > out.longest_record()) {
      TEXTKIN_RETURN_IF_ERROR(out.refuse_length(record.line, line.size()));
    } else {
      TEXTKIN_RETURN_IF_ERROR(visit(line, record));
    }
    begin = end + 1;
  }
  return {};
}

}  // namespace textkin::input
