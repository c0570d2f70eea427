#include "engine/signatures/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/output_file.h"
#include "base/parallel.h"
#include "engine/signatures/kept_pass.h"
#include "report/rows/table.h"
#include "store/document_reader.h"

namespace textkin::engine::signatures {
namespace {

using store::SignatureFile;

struct Neighbour {
  double similarity;
  DocId row;
};

// Whether it comes first in the answer.
bool before(const Neighbour& a, const Neighbour& b) {
  return a.similarity != b.similarity ? a.similarity > b.similarity : a.row < b.row;
}

// The best of one question so far: a heap whose top is the worst.
class Best {
 public:
  void add(const Neighbour& found, std::size_t most) {
    if (heap_.size() == most) {
      if (!before(found, heap_.front())) return;
      std::ranges::pop_heap(heap_, before);
      heap_.back() = found;
    } else {
      heap_.push_back(found);
    }
    std::ranges::push_heap(heap_, before);
  }
  // Below it nothing is taken; what equals it may be.
  double least(std::size_t most) const { return heap_.size() == most ? heap_.front().similarity : 0; }
  const std::vector<Neighbour>& found() const { return heap_; }

 private:
  std::vector<Neighbour> heap_;
};

// The questions [begin, end) of `asked`, over all of the file.
class Scan {
 public:
  Scan(const SignatureFile& file, const KeptBy& made, const SignatureBlock& asked, const NearestOptions& wanted,
       unsigned threads)
      : file_(file), made_(made), asked_(asked), wanted_(wanted), threads_(threads) {}

  Result<std::vector<std::vector<Neighbour>>> run(std::size_t begin, std::size_t end) const {
    std::vector<std::vector<Best>> best(threads_, std::vector<Best>(end - begin));
    std::vector<SignatureBlock> rows(threads_);
    const Status done = base::parallel_for(file_.stretches(), threads_, [&](std::size_t stretch, unsigned worker) {
      return compare(static_cast<std::uint32_t>(stretch), begin, rows[worker], best[worker]);
    });
    TEXTKIN_RETURN_IF_ERROR(done);
    std::vector<std::vector<Neighbour>> out(end - begin);
    for (std::size_t question = 0; question < out.size(); ++question) {
      for (const std::vector<Best>& some : best)
        out[question].insert(out[question].end(), some[question].found().begin(), some[question].found().end());
      std::ranges::sort(out[question], before);
      out[question].resize(std::min<std::size_t>(out[question].size(), wanted_.top));
    }
    return out;
  }

 private:
  Status compare(std::uint32_t stretch, std::size_t begin, SignatureBlock& rows, std::vector<Best>& best) const {
    TEXTKIN_RETURN_IF_ERROR(file_.read(stretch, rows));
    std::vector<double> similarities(rows.rows());
    const DocId first = file_.first_row(stretch);
    for (std::size_t question = 0; question < best.size(); ++question) {
      const std::size_t at = begin + question;
      made_.form.similarities(asked_[at], asked_.sizes[at], rows, 0, similarities);
      double least = std::max(wanted_.answer.threshold, best[question].least(wanted_.top));
      for (std::size_t i = 0; i < similarities.size(); ++i) {
        if (similarities[i] < least || similarities[i] <= 0) continue;
        best[question].add({similarities[i], first + static_cast<DocId>(i)}, wanted_.top);
        least = std::max(wanted_.answer.threshold, best[question].least(wanted_.top));
      }
    }
    return {};
  }

  const SignatureFile& file_;
  const KeptBy& made_;
  const SignatureBlock& asked_;
  const NearestOptions& wanted_;
  unsigned threads_;
};

// Rows of a file one at a time, for the estimates of what was found.
class FoundRows {
 public:
  explicit FoundRows(const SignatureFile& file) : file_(file), ids_(file) {}

  Status read(DocId row, const SignatureBlock*& block, std::size_t& at, std::string_view& id) {
    const std::uint32_t rows = store::rows_of_a_stretch(file_.spec().words);
    if (!loaded_ || stretch_ != row / rows) {
      TEXTKIN_RETURN_IF_ERROR(file_.read(row / rows, block_));
      stretch_ = row / rows;
      loaded_ = true;
    }
    block = &block_;
    at = row % rows;
    return ids_.read(row, id);
  }
  void set_spec(const SketchSpec& spec) { block_.spec = spec; }

 private:
  const SignatureFile& file_;
  store::SignatureIds ids_;
  SignatureBlock block_;
  std::uint32_t stretch_ = 0;
  bool loaded_ = false;
};

}  // namespace

Status nearest(const run::ReadOptions& asked, const NearestOptions& wanted, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<const SignatureFile> file, SignatureFile::open(wanted.file));
  TEXTKIN_ASSIGN_OR_RETURN(const KeptBy made, read_record(*file, asked.text));
  TEXTKIN_RETURN_IF_ERROR(check(wanted.answer, made));
  if (wanted.top == 0) return Status(Code::kInvalidArgument, "--top 0 asks for nothing; it is 1 or more");
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.answer.format));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<base::OutputFile> output,
                           base::OutputFile::create(wanted.answer.output));
  TEXTKIN_ASSIGN_OR_RETURN(const KeptRows questions, keep_all(asked, made, progress));
  const read::Collection& collection = questions.read.collection;

  const report::Table<report::SignatureRow> table(
      *format, [&](std::size_t column) { return has_column(wanted.answer, column); });
  std::string bytes;
  table.append_header(bytes);
  const RowMaker maker(made, wanted.answer);
  const Scan scan(*file, made, questions.rows, wanted, collection.threads);
  FoundRows found_rows(*file);
  found_rows.set_spec(made.form.spec());
  store::DocumentReader documents(collection.table);
  const std::uint64_t room = collection.budget->limit() / 8 / (collection.threads + 1);
  const std::size_t at_once = std::clamp<std::uint64_t>(
      room / (std::min<std::uint64_t>(wanted.top, file->rows() + 1) * 2 * sizeof(Neighbour) + 64), 1, 4096);
  for (std::size_t begin = 0; begin < questions.rows.rows(); begin += at_once) {
    const std::size_t end = std::min(questions.rows.rows(), begin + at_once);
    TEXTKIN_ASSIGN_OR_RETURN(const auto best, scan.run(begin, end));
    for (std::size_t question = begin; question < end; ++question) {
      std::string_view id;
      TEXTKIN_RETURN_IF_ERROR(documents.read_id(static_cast<DocId>(question), id));
      for (const Neighbour& neighbour : best[question - begin]) {
        const SignatureBlock* block = nullptr;
        std::size_t at = 0;
        std::string_view other;
        TEXTKIN_RETURN_IF_ERROR(found_rows.read(neighbour.row, block, at, other));
        TEXTKIN_ASSIGN_OR_RETURN(report::SignatureRow row, maker.make(questions.rows, question, *block, at));
        row.a = id;
        row.b = other;
        table.append_row(row, bytes);
        TEXTKIN_RETURN_IF_ERROR(output->write(bytes));
        bytes.clear();
      }
    }
    progress.update("compared", end, questions.rows.rows());
  }
  TEXTKIN_RETURN_IF_ERROR(output->write(bytes));
  return output->commit();
}

}  // namespace textkin::engine::signatures
