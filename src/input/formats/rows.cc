#include "input/formats/rows.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/checksum.h"
#include "input/blocks/valid_utf8.h"

namespace textkin::input {
namespace {

class RowsParser final : public FormatParser {
 public:
  Status parse(const Piece& piece, std::string_view, DocumentBuilder& out) override {
    for (std::uint64_t row = piece.offset; row < piece.offset + piece.size; ++row) {
      DocumentRecord record;
      record.source = piece.source;
      record.offset = row;
      record.line = static_cast<std::uint32_t>(row + 1);
      TEXTKIN_RETURN_IF_ERROR(parse_row(*out.source().memory, row, record, out));
    }
    return {};
  }

  Result<std::string_view> text(const Source&, std::string_view record) override {
    return repaired_utf8(record, repaired_);
  }

  Status append_cut(const Source&, std::string_view record, std::span<const CharacterSpan> cuts,
                    std::string& out) override {
    append_without(repaired_utf8(record, repaired_), cuts, out);
    return {};
  }

 private:
  Status parse_row(const MemorySource& rows, std::uint64_t row, DocumentRecord record, DocumentBuilder& out);

  std::string repaired_;
  std::vector<FieldValue> values_;
};

Status RowsParser::parse_row(const MemorySource& rows, std::uint64_t row, DocumentRecord record, DocumentBuilder& out) {
  std::string_view text = rows.text(row);
  std::string_view id = rows.id(row);
  if (id.empty()) {
    id = out.kept(fmt::format_int(row).c_str());
  } else if (!valid_utf8(id)) {
    id = out.kept(repaired_utf8(id, repaired_));
  }
  if (id.size() > DocumentBuilder::kLongestId)
    return out.refuse(record.line,
                      {"bad-id", fmt::format("the id is longer than {} bytes", DocumentBuilder::kLongestId)});
  if (text.size() > out.longest_record()) return out.refuse_length(record.line, text.size());
  record.length = static_cast<std::uint32_t>(text.size());
  const Refusal refusal = out.make_valid(text);
  if (!refusal.ok()) return out.refuse(record.line, refusal);
  values_.clear();
  for (std::size_t i = 0; i < out.values(); ++i) values_.push_back(rows.value(row, i));
  return out.add({.record = record, .id = id, .text = text, .values = values_});
}

class Rows final : public Format {
 public:
  Unit unit() const override { return Unit::kRow; }
  bool can_cut() const override { return true; }
  std::unique_ptr<FormatParser> make_parser(const InputSpec&) const override { return std::make_unique<RowsParser>(); }
};

}  // namespace

const Format& rows_format() {
  static const Rows format;
  return format;
}

Source source_of_rows(std::string name, std::shared_ptr<const MemorySource> rows) {
  Source source;
  source.path = name;
  source.name = name;
  source.relative = std::move(name);
  source.format = &rows_format();
  source.seekable = false;
  source.size = rows->text_bytes();
  source.memory = std::move(rows);
  return source;
}

std::uint64_t checksum_of_rows(const MemorySource& rows) {
  base::RunningChecksum checksum;
  const auto add = [&](std::string_view bytes) {
    const std::uint64_t size = bytes.size();
    checksum.add({reinterpret_cast<const char*>(&size), sizeof size});
    checksum.add(bytes);
  };
  for (std::uint64_t row = 0; row < rows.rows(); ++row) {
    add(rows.text(row));
    add(rows.id(row));
    const FieldValue value = rows.value(row, 0);
    checksum.add({reinterpret_cast<const char*>(&value.kind), sizeof value.kind});
    checksum.add({reinterpret_cast<const char*>(&value.number), sizeof value.number});
    // As without it before there was one.
    if (value.beyond != 0) checksum.add({reinterpret_cast<const char*>(&value.beyond), sizeof value.beyond});
    add(value.text);
  }
  return checksum.value();
}

}  // namespace textkin::input
