#include "engine/write/line_results.h"

#include <fmt/format.h>

#include <memory>
#include <string_view>

#include "engine/write/pair_lines.h"
#include "report/formats/catalog.h"
#include "report/rows/passage_rows.h"
#include "store/document_reader.h"

namespace textkin::engine::write {
namespace {

Status check_size(const std::string& rows, std::size_t most) {
  if (rows.size() <= most) return {};
  return Status(
      Code::kExhausted,
      fmt::format("the answer has more than {} bytes; ask about fewer texts at once, with a greater threshold, "
                  "or for the most alike only",
                  most));
}

class LinesOfPairs final : public PairSink {
 public:
  LinesOfPairs(const report::Format& format, std::string& out, std::size_t most)
      : lines_(format), out_(out), most_(most) {}

  Status begin(const read::Collection& collection, PairExtras extras) override {
    lines_.begin(collection, extras, out_);
    return {};
  }
  Status add(const FoundPair& pair) override {
    TEXTKIN_RETURN_IF_ERROR(lines_.add(pair, out_));
    return check_size(out_, most_);
  }
  Status commit() override { return {}; }

 private:
  PairLines lines_;
  std::string& out_;
  std::size_t most_;
};

class TextAsItIs final : public TextSink {
 public:
  explicit TextAsItIs(std::string& out) : out_(out) {}
  Status give(std::string_view text) override {
    out_ += text;
    return {};
  }

 private:
  std::string& out_;
};

}  // namespace

Result<std::unique_ptr<PairSink>> LineResults::open_pairs(const std::string& /*path*/, const std::string& /*format*/,
                                                          const run::Limits& /*limits*/) {
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format("jsonl"));
  return std::unique_ptr<PairSink>(std::make_unique<LinesOfPairs>(*format, rows_, most_));
}

Result<std::unique_ptr<TextSink>> LineResults::open_text(const std::string& /*path*/) {
  return std::unique_ptr<TextSink>(std::make_unique<TextAsItIs>(rows_));
}

Status LineResults::finish(const read::Collection& collection, const std::string& /*stats_json*/) {
  if (passages_.empty()) return {};
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format("jsonl"));
  const report::Table<report::PassageRow> table(*format);
  store::DocumentReader in_a(collection.table);
  store::DocumentReader in_b(collection.table);
  std::string_view a;
  std::string_view b;
  for (const Passage& passage : passages_) {
    TEXTKIN_RETURN_IF_ERROR(in_a.read_id(passage.a, a));
    TEXTKIN_RETURN_IF_ERROR(in_b.read_id(passage.b, b));
    table.append_row({a, b, passage}, rows_);
    TEXTKIN_RETURN_IF_ERROR(check_size(rows_, most_));
  }
  return {};
}

}  // namespace textkin::engine::write
