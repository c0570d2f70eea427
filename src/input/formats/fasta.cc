#include "input/formats/fasta.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/byte_count.h"
#include "input/blocks/valid_utf8.h"

namespace textkin::input {
namespace {

// Place of the first record that begins in `bytes` at `from` or later, where `last` is the byte before `bytes`; npos if
// there is none.
std::size_t find_fasta_record(std::string_view bytes, std::size_t from = 0, char last = '\n') {
  if (from == 0 && last == '\n' && bytes.starts_with('>')) return 0;
  const std::size_t place = bytes.find("\n>", from == 0 ? 0 : from - 1);
  return place == std::string_view::npos ? place : place + 1;
}

struct FastaRecord {
  std::string_view id;  // empty where no word stands behind the >
  std::string_view sequence;
};

FastaRecord split_fasta(std::string_view record) {
  const std::size_t line_end = std::min(record.find('\n'), record.size());
  std::string_view header = record.substr(0, line_end);
  header.remove_prefix(std::min<std::size_t>(header.size(), 1));
  constexpr std::string_view kSpace = " \t\r\v\f";
  header.remove_prefix(std::min(header.find_first_not_of(kSpace), header.size()));
  return {header.substr(0, header.find_first_of(kSpace)), record.substr(std::min(line_end + 1, record.size()))};
}

class FastaParser final : public FormatParser {
 public:
  Status parse(const Piece& piece, std::string_view bytes, DocumentBuilder& out) override;

  Result<std::string_view> text(const Source&, std::string_view record) override {
    return split_fasta(repaired_utf8(record, repaired_)).sequence;
  }

 private:
  static Status refuse_unnamed(std::string_view before, std::uint64_t first_line, DocumentBuilder& out);
  static Status parse_record(std::string_view bytes, const DocumentRecord& record, DocumentBuilder& out);

  std::string repaired_;
};

// What stands before the first record of a source belongs to no sequence; white space does no harm there.
Status FastaParser::refuse_unnamed(std::string_view before, std::uint64_t first_line, DocumentBuilder& out) {
  const std::size_t place = before.find_first_not_of(" \t\r\n\v\f");
  if (place == std::string_view::npos) return {};
  return out.refuse(first_line + base::count_byte(before.substr(0, place), '\n'),
                    {"no-header", "FASTA must begin with a line of > and a name; what stands before it is unnamed"});
}

Status FastaParser::parse_record(std::string_view bytes, const DocumentRecord& record, DocumentBuilder& out) {
  if (bytes.size() > out.longest_record()) return out.refuse_length(record.line, bytes.size());
  const Refusal refusal = out.make_valid(bytes);
  if (!refusal.ok()) return out.refuse(record.line, refusal);
  const FastaRecord fasta = split_fasta(bytes);
  if (fasta.id.size() > DocumentBuilder::kLongestId)
    return out.refuse(record.line, {"bad-id", fmt::format("the name of the sequence is longer than {} bytes",
                                                          DocumentBuilder::kLongestId)});
  FoundDocument found{.record = record, .text = fasta.sequence};
  if (!fasta.id.empty()) found.id = fasta.id;
  return out.add(found);
}

Status FastaParser::parse(const Piece& piece, std::string_view bytes, DocumentBuilder& out) {
  std::size_t begin = std::min(find_fasta_record(bytes), bytes.size());
  TEXTKIN_RETURN_IF_ERROR(refuse_unnamed(bytes.substr(0, begin), piece.first_line, out));
  std::uint64_t number = piece.first_line + base::count_byte(bytes.substr(0, begin), '\n');
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
    TEXTKIN_RETURN_IF_ERROR(parse_record(text, record, out));
    number += base::count_byte(lines, '\n');
    begin = end;
  }
  return {};
}

class Fasta final : public Format {
 public:
  std::unique_ptr<FormatParser> make_parser(const InputSpec&) const override { return std::make_unique<FastaParser>(); }

  std::size_t behind_last_record(std::string_view bytes) const override {
    const std::size_t place = bytes.rfind("\n>");
    return place == std::string_view::npos ? 0 : place + 1;
  }

  RecordEnd find_record_end(std::string_view bytes, char last) const override {
    const std::size_t next = find_fasta_record(bytes, 0, last);
    return {next, next};
  }

  // The > of the next record shows the end, and before it stands a line end.
  std::size_t bytes_before_end() const override { return 2; }
};

}  // namespace

const Format& fasta_format() {
  static const Fasta format;
  return format;
}

}  // namespace textkin::input
