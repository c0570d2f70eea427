#include "engine/signatures/pairs.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "base/output_file.h"
#include "base/parallel.h"
#include "report/rows/table.h"

namespace textkin::engine::signatures {
namespace {

using store::SignatureFile;
using SignatureTable = report::Table<report::SignatureRow>;

constexpr std::size_t kRowsAtOnce = 64;

// Some rows of the first file, and what is said of them.
struct Tile {
  std::shared_ptr<const SignatureBlock> block;
  DocId first = 0;  // row of the file that is the first of the block
  std::size_t begin = 0;
  std::size_t end = 0;               // of the block
  std::vector<std::string> answers;  // one a row
  bool outgrown = false;             // they are too many: each row is answered when its turn has come
};

// What a thread reads of the second file.
struct Reader {
  explicit Reader(const SignatureFile& a, const SignatureFile& b) : ids_a(a), ids_b(b) {}
  store::SignatureIds ids_a;
  store::SignatureIds ids_b;
  SignatureBlock rows;
  std::vector<double> similarities;
};

class Comparison {
 public:
  Comparison(const SignatureFile& a, const SignatureFile& b, const KeptBy& made, const AnswerOptions& wanted,
             const SignatureTable& table)
      : a_(a), b_(b), self_(&a == &b), made_(made), wanted_(wanted), table_(table), maker_(made, wanted) {}

  // Calls take(row of the tile's block, text of answers) by stretches of the second file.
  template <class Take>
  Status compare(const Tile& tile, std::size_t begin, std::size_t end, Reader& reader, Take take) const {
    const DocId from = self_ ? tile.first + static_cast<DocId>(begin) + 1 : 0;
    const std::uint32_t rows = store::rows_of_a_stretch(b_.spec().words);
    for (std::uint32_t stretch = from / rows; stretch < b_.stretches(); ++stretch) {
      TEXTKIN_RETURN_IF_ERROR(b_.read(stretch, reader.rows));
      reader.rows.spec = made_.form.spec();
      reader.similarities.resize(reader.rows.rows());
      for (std::size_t row = begin; row < end; ++row)
        TEXTKIN_RETURN_IF_ERROR(compare_row(tile, row, b_.first_row(stretch), reader, take));
    }
    return {};
  }

 private:
  template <class Take>
  Status compare_row(const Tile& tile, std::size_t row, DocId first, Reader& reader, Take take) const {
    const SignatureBlock& block = *tile.block;
    const DocId a = tile.first + static_cast<DocId>(row);
    made_.form.similarities(block[row], block.sizes[row], reader.rows, 0, reader.similarities);
    std::string text;
    std::string id;
    for (std::size_t i = 0; i < reader.similarities.size(); ++i) {
      const double similarity = reader.similarities[i];
      const DocId b = first + static_cast<DocId>(i);
      if (similarity <= 0 || similarity < wanted_.threshold || (self_ && b <= a)) continue;
      TEXTKIN_ASSIGN_OR_RETURN(report::SignatureRow found, maker_.make(block, row, reader.rows, i));
      std::string_view read;
      if (text.empty()) {
        TEXTKIN_RETURN_IF_ERROR(reader.ids_a.read(a, read));
        id = read;
      }
      TEXTKIN_RETURN_IF_ERROR(reader.ids_b.read(b, read));
      found.a = id;
      found.b = read;
      table_.append_row(found, text);
    }
    return text.empty() ? Status() : take(row, text);
  }

  const SignatureFile& a_;
  const SignatureFile& b_;
  bool self_;
  const KeptBy& made_;
  const AnswerOptions& wanted_;
  const SignatureTable& table_;
  RowMaker maker_;
};

// Tiles of a file, in order.
class Tiles {
 public:
  Tiles(const SignatureFile& file, const SketchSpec& spec) : file_(file), spec_(spec) {}

  Result<std::unique_ptr<Tile>> next() {
    if (block_ == nullptr || at_ == block_->rows()) {
      if (stretch_ == file_.stretches()) return std::unique_ptr<Tile>();
      auto block = std::make_shared<SignatureBlock>();
      TEXTKIN_RETURN_IF_ERROR(file_.read(stretch_, *block));
      block->spec = spec_;
      first_ = file_.first_row(stretch_++);
      block_ = std::move(block);
      at_ = 0;
    }
    auto tile = std::make_unique<Tile>();
    tile->block = block_;
    tile->first = first_;
    tile->begin = at_;
    tile->end = at_ = std::min(block_->rows(), at_ + kRowsAtOnce);
    return tile;
  }

 private:
  const SignatureFile& file_;
  const SketchSpec& spec_;
  std::shared_ptr<const SignatureBlock> block_;
  std::uint32_t stretch_ = 0;
  DocId first_ = 0;
  std::size_t at_ = 0;
};

Status write_all(const SignatureFile& a, const SignatureFile& b, const Comparison& comparison, Tiles& tiles,
                 const run::Limits& limits, base::OutputFile& output, Progress& progress) {
  const unsigned in_flight = 2 * limits.threads + 2;
  const std::uint64_t bytes = a.spec().words * sizeof(Cell);
  const std::uint64_t room = limits.memory / 4 / in_flight;
  std::vector<Reader> readers(limits.threads + 1, Reader(a, b));
  base::Pipeline<Tile> pipeline;
  pipeline.produce = [&] { return tiles.next(); };
  pipeline.work = [&](Tile& tile, unsigned worker) -> Status {
    tile.answers.resize(tile.end - tile.begin);
    std::uint64_t held = 0;
    return comparison.compare(tile, tile.begin, tile.end, readers[worker], [&](std::size_t row, std::string& text) {
      held += text.size();
      tile.outgrown = tile.outgrown || held > room;
      if (tile.outgrown)
        tile.answers.clear();
      else
        tile.answers[row - tile.begin] += text;
      return Status();
    });
  };
  pipeline.commit = [&](Tile& tile) -> Status {
    for (const std::string& answer : tile.answers) TEXTKIN_RETURN_IF_ERROR(output.write(answer));
    for (std::size_t row = tile.begin; tile.outgrown && row < tile.end; ++row)
      TEXTKIN_RETURN_IF_ERROR(comparison.compare(tile, row, row + 1, readers.back(),
                                                 [&](std::size_t, std::string& text) { return output.write(text); }));
    progress.update("compared", bytes * (tile.first + tile.end), bytes * a.rows());
    return {};
  };
  return base::run_pipeline(limits.threads, in_flight, pipeline);
}

}  // namespace

Status pairs(const std::vector<std::string>& files, const run::LimitOptions& asked, const AnswerOptions& wanted,
             Progress& progress) {
  const run::Limits limits = run::settle(asked);
  TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<const SignatureFile> a, SignatureFile::open(files.front()));
  std::shared_ptr<const SignatureFile> b = a;
  if (files.size() == 2) {
    TEXTKIN_ASSIGN_OR_RETURN(b, SignatureFile::open(files.back()));
    TEXTKIN_RETURN_IF_ERROR(comparable(*a, *b));
  }
  TEXTKIN_ASSIGN_OR_RETURN(const KeptBy made, read_record(*a));
  TEXTKIN_RETURN_IF_ERROR(check(wanted, made));
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.format));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<base::OutputFile> output, base::OutputFile::create(wanted.output));
  const SignatureTable table(*format, [&](std::size_t column) { return has_column(wanted, column); });
  std::string header;
  table.append_header(header);
  TEXTKIN_RETURN_IF_ERROR(output->write(header));
  const Comparison comparison(*a, *b, made, wanted, table);
  Tiles tiles(*a, made.form.spec());
  TEXTKIN_RETURN_IF_ERROR(write_all(*a, *b, comparison, tiles, limits, *output, progress));
  return output->commit();
}

}  // namespace textkin::engine::signatures
