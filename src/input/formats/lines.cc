#include "input/formats/lines.h"

#include "input/blocks/valid_utf8.h"
#include "input/formats/each_line.h"

namespace textkin::input {
namespace {

class LinesParser final : public FormatParser {
 public:
  Status parse(const Piece& piece, std::string_view bytes, DocumentBuilder& out) override {
    return each_line(piece, bytes, out,
                     [&](std::string_view line, const DocumentRecord& record) { return out.add_bytes(record, line); });
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
  std::string repaired_;
};

class Lines final : public Format {
 public:
  bool can_cut() const override { return true; }
  std::unique_ptr<FormatParser> make_parser(const InputSpec&) const override { return std::make_unique<LinesParser>(); }
};

}  // namespace

const Format& lines_format() {
  static const Lines format;
  return format;
}

}  // namespace textkin::input
