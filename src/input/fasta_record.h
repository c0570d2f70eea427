// FastaRecord: where the sequences of a FASTA file begin, and what one holds. Private to this room.
//
// A record begins with a line whose first byte is > and reaches to the next such line; its id is the first word behind
// the >, its text is what stands behind that line: sequence lines with their line ends, which shingles of k-mers skip.
// Threads: none shared. Cost: one search for line ends a byte.
#pragma once

#include <algorithm>
#include <string_view>

namespace textkin::input {

// Place of the first record that begins in `bytes` at `from` or later, where `last` is the byte before `bytes`; npos if
// there is none.
inline std::size_t find_fasta_record(std::string_view bytes, std::size_t from = 0, char last = '\n') {
  if (from == 0 && last == '\n' && bytes.starts_with('>')) return 0;
  const std::size_t place = bytes.find("\n>", from == 0 ? 0 : from - 1);
  return place == std::string_view::npos ? place : place + 1;
}

// The place behind the last whole record: where the last line that begins with > does; 0 if there is none but at 0.
inline std::size_t behind_last_fasta_record(std::string_view bytes) {
  const std::size_t place = bytes.rfind("\n>");
  return place == std::string_view::npos ? 0 : place + 1;
}

struct FastaRecord {
  std::string_view id;  // empty where no word stands behind the >
  std::string_view sequence;
};

inline FastaRecord split_fasta_record(std::string_view record) {
  const std::size_t line_end = std::min(record.find('\n'), record.size());
  std::string_view header = record.substr(0, line_end);
  header.remove_prefix(1);
  constexpr std::string_view kSpace = " \t\r\v\f";
  header.remove_prefix(std::min(header.find_first_not_of(kSpace), header.size()));
  return {header.substr(0, header.find_first_of(kSpace)), record.substr(std::min(line_end + 1, record.size()))};
}

}  // namespace textkin::input
