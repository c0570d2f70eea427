#include "engine/signatures/given_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "base/output_file.h"
#include "engine/signatures/kept_by.h"
#include "engine/signatures/named_pairs.h"
#include "engine/signatures/row_ids.h"
#include "report/rows/table.h"
#include "store/signature_file_writer.h"

namespace textkin::engine::signatures {
namespace {

using store::SignatureFile;

constexpr std::size_t kGivenAtOnce = 4096;

// All rows of a file, and their ids.
struct Whole {
  std::shared_ptr<const SignatureFile> file;
  SignatureBlock rows;
  std::vector<std::string> ids;

  static Result<Whole> read(const std::string& path) {
    Whole whole;
    TEXTKIN_ASSIGN_OR_RETURN(whole.file, SignatureFile::open(path));
    whole.rows.words = whole.file->spec().words;
    SignatureBlock stretch;
    for (std::uint32_t i = 0; i < whole.file->stretches(); ++i) {
      TEXTKIN_RETURN_IF_ERROR(whole.file->read(i, stretch));
      whole.rows.cells.insert(whole.rows.cells.end(), stretch.cells.begin(), stretch.cells.end());
      whole.rows.sizes.insert(whole.rows.sizes.end(), stretch.sizes.begin(), stretch.sizes.end());
    }
    RowIds ids;
    ids.add(*whole.file);
    TEXTKIN_RETURN_IF_ERROR(ids.each([&](DocId, std::string_view id) {
      whole.ids.emplace_back(id);
      return Status();
    }));
    return whole;
  }
};

// One file, or two that were made alike, and how.
struct Sides {
  Whole first;
  std::optional<Whole> other;
  std::optional<KeptBy> made;

  const Whole& second() const { return other ? *other : first; }

  static Result<Sides> read(const std::vector<std::string>& files) {
    Sides sides;
    TEXTKIN_ASSIGN_OR_RETURN(sides.first, Whole::read(files.front()));
    if (files.size() == 2) {
      TEXTKIN_ASSIGN_OR_RETURN(sides.other, Whole::read(files.back()));
      TEXTKIN_RETURN_IF_ERROR(comparable(*sides.first.file, *sides.other->file));
    }
    TEXTKIN_ASSIGN_OR_RETURN(KeptBy made, read_record(*sides.first.file));
    sides.made.emplace(std::move(made));
    sides.first.rows.spec = sides.made->form.spec();
    if (sides.other) sides.other->rows.spec = sides.made->form.spec();
    return sides;
  }
};

Status check_row(std::uint32_t row, const Whole& side) {
  if (row < side.rows.rows()) return {};
  return Status(Code::kInvalidArgument, fmt::format("there is no row {}; there are {}", row, side.rows.rows()));
}

Status write_estimates(const Sides& sides, std::span<const std::uint32_t> of_a, std::span<const std::uint32_t> of_b,
                       const AnswerOptions& wanted) {
  const Whole& first = sides.first;
  const Whole& second = sides.second();
  TEXTKIN_RETURN_IF_ERROR(check(wanted, *sides.made));
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.format));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<base::OutputFile> output, base::OutputFile::create(wanted.output));
  const report::Table<report::SignatureRow> table(*format,
                                                  [&](std::size_t column) { return has_column(wanted, column); });
  std::string text;
  table.append_header(text);
  const RowMaker maker(*sides.made, wanted);
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    TEXTKIN_RETURN_IF_ERROR(check_row(of_a[i], first));
    TEXTKIN_RETURN_IF_ERROR(check_row(of_b[i], second));
    TEXTKIN_ASSIGN_OR_RETURN(report::SignatureRow row, maker.make(first.rows, of_a[i], second.rows, of_b[i]));
    row.a = first.ids[of_a[i]];
    row.b = second.ids[of_b[i]];
    table.append_row(row, text);
    if (text.size() < kGivenAtOnce) continue;
    TEXTKIN_RETURN_IF_ERROR(output->write(text));
    text.clear();
  }
  TEXTKIN_RETURN_IF_ERROR(output->write(text));
  return output->commit();
}

}  // namespace

Status write_given(const GivenRows& rows, const run::LimitOptions& asked, const std::string& output) {
  const run::Limits limits = run::settle(asked);
  store::SignatureSpec spec;
  spec.options = rows.options;
  spec.words = rows.words;
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<store::SignatureFileWriter> file,
                           store::SignatureFileWriter::create(output, std::move(spec), limits.memory));
  const std::size_t count = rows.sizes.size();
  for (std::size_t begin = 0; begin < count; begin += kGivenAtOnce) {
    const std::size_t some = std::min(kGivenAtOnce, count - begin);
    const auto cells = rows.cells.subspan(begin * rows.words, some * rows.words);
    const auto sizes = rows.sizes.subspan(begin, some);
    SignatureBlock block;
    block.words = rows.words;
    block.cells.assign(cells.begin(), cells.end());
    block.sizes.assign(sizes.begin(), sizes.end());
    TEXTKIN_RETURN_IF_ERROR(file->add(block));
  }
  for (std::size_t row = 0; row < count; ++row) TEXTKIN_RETURN_IF_ERROR(file->add_id(rows.id(row)));
  TEXTKIN_RETURN_IF_ERROR(file->commit());
  // What a stranger said of them is believed when it is read as any file's record is.
  TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<const SignatureFile> made, SignatureFile::open(output));
  if (const Status known = read_record(*made).status(); !known.ok())
    return Status(Code::kInvalidArgument,
                  "the columns do not say how these signatures were made, or not as this textkin makes them; make them "
                  "anew by sketch()");
  RowIds ids;
  ids.add(*made);
  return ids.check_unique(limits.given());
}

Status estimate_rows(const std::vector<std::string>& files, std::span<const std::uint32_t> of_a,
                     std::span<const std::uint32_t> of_b, const AnswerOptions& wanted) {
  TEXTKIN_ASSIGN_OR_RETURN(const Sides sides, Sides::read(files));
  return write_estimates(sides, of_a, of_b, wanted);
}

Status estimate(const std::vector<std::string>& files, const std::string& pairs, const AnswerOptions& wanted) {
  TEXTKIN_ASSIGN_OR_RETURN(const Sides sides, Sides::read(files));
  RowPairs rows;
  if (!pairs.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(rows, read_named_pairs(pairs, sides.first.ids, sides.second().ids));
    return write_estimates(sides, rows.of_a, rows.of_b, wanted);
  }
  if (sides.first.ids.size() != sides.second().ids.size())
    return Status(Code::kInvalidArgument,
                  fmt::format("row i is compared with row i, and {} has {} rows and {} {}; name pairs by --of",
                              files.front(), sides.first.ids.size(), files.back(), sides.second().ids.size()));
  rows.of_a.resize(sides.first.ids.size());
  std::iota(rows.of_a.begin(), rows.of_a.end(), 0u);
  return write_estimates(sides, rows.of_a, rows.of_a, wanted);
}

}  // namespace textkin::engine::signatures
