#include "input/formats/whole_file.h"

#include "input/blocks/byte_order_mark.h"
#include "input/blocks/valid_utf8.h"

namespace textkin::input {
namespace {

class WholeFileParser final : public FormatParser {
 public:
  Status parse(const Piece& piece, std::string_view bytes, DocumentBuilder& out) override {
    DocumentRecord record;
    record.source = piece.source;
    record.length = static_cast<std::uint32_t>(bytes.size());
    return out.add_bytes(record, without_byte_order_mark(bytes));
  }

  Result<std::string_view> text(const Source&, std::string_view record) override {
    return repaired_utf8(without_byte_order_mark(record), repaired_);
  }

  Status append_cut(const Source&, std::string_view record, std::span<const CharacterSpan> cuts,
                    std::string& out) override {
    const std::string_view text = without_byte_order_mark(record);
    out += record.substr(0, record.size() - text.size());
    append_without(repaired_utf8(text, repaired_), cuts, out);
    return {};
  }

 private:
  std::string repaired_;
};

class WholeFile final : public Format {
 public:
  Unit unit() const override { return Unit::kFile; }
  bool can_cut() const override { return true; }
  std::unique_ptr<FormatParser> make_parser(const InputSpec&) const override {
    return std::make_unique<WholeFileParser>();
  }
};

}  // namespace

const Format& whole_file_format() {
  static const WholeFile format;
  return format;
}

}  // namespace textkin::input
