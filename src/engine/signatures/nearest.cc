#include "engine/signatures/nearest.h"

#include <algorithm>
#include <functional>
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

using IdOf = std::function<Status(DocId question, std::string_view& id)>;

// Answers questions, a block of them at a time.
class Answers {
 public:
  Answers(const SignatureFile& file, const KeptBy& made, const NearestOptions& wanted, const run::Limits& limits,
          const report::Format& format, base::OutputFile& output)
      : file_(file),
        ids_(file),
        made_(made),
        wanted_(wanted),
        threads_(limits.threads),
        table_(format, [&](std::size_t column) { return has_column(wanted.answer, column); }),
        maker_(made, wanted.answer),
        output_(output) {
    const std::uint64_t room = limits.memory / 8 / (threads_ + 1);
    const std::uint64_t of_one = std::min<std::uint64_t>(wanted.top, file.rows() + 1) * 2 * sizeof(Neighbour) + 64;
    at_once_ = std::clamp<std::uint64_t>(room / of_one, 1, 4096);
    row_.spec = made.form.spec();
  }

  Status begin() {
    table_.append_header(bytes_);
    return output_.write(bytes_);
  }

  Status answer(const SignatureBlock& asked, const IdOf& id_of) {
    const Scan scan(file_, made_, asked, wanted_, threads_);
    for (std::size_t begin = 0; begin < asked.rows(); begin += at_once_) {
      const std::size_t end = std::min(asked.rows(), begin + at_once_);
      TEXTKIN_ASSIGN_OR_RETURN(const auto best, scan.run(begin, end));
      for (std::size_t question = begin; question < end; ++question) {
        std::string_view id;
        TEXTKIN_RETURN_IF_ERROR(id_of(static_cast<DocId>(question), id));
        for (const Neighbour& neighbour : best[question - begin])
          TEXTKIN_RETURN_IF_ERROR(write(asked, question, id, neighbour.row));
      }
    }
    return {};
  }

 private:
  Status write(const SignatureBlock& asked, std::size_t question, std::string_view id, DocId found) {
    TEXTKIN_RETURN_IF_ERROR(file_.read_again(found, row_));
    TEXTKIN_ASSIGN_OR_RETURN(report::SignatureRow row, maker_.make(asked, question, row_, 0));
    row.a = id;
    TEXTKIN_RETURN_IF_ERROR(ids_.read(found, row.b));
    bytes_.clear();
    table_.append_row(row, bytes_);
    return output_.write(bytes_);
  }

  const SignatureFile& file_;
  store::SignatureIds ids_;
  const KeptBy& made_;
  const NearestOptions& wanted_;
  unsigned threads_;
  report::Table<report::SignatureRow> table_;
  RowMaker maker_;
  base::OutputFile& output_;
  std::size_t at_once_;
  SignatureBlock row_;
  std::string bytes_;
};

Status answer_file(const SignatureFile& questions, const KeptBy& made, Answers& answers, Progress& progress) {
  SignatureBlock rows;
  rows.spec = made.form.spec();
  store::SignatureIds ids(questions);
  const std::uint64_t bytes = questions.spec().words * sizeof(Cell);
  for (std::uint32_t stretch = 0; stretch < questions.stretches(); ++stretch) {
    TEXTKIN_RETURN_IF_ERROR(questions.read(stretch, rows));
    const DocId first = questions.first_row(stretch);
    TEXTKIN_RETURN_IF_ERROR(
        answers.answer(rows, [&](DocId question, std::string_view& id) { return ids.read(first + question, id); }));
    progress.update("compared", bytes * (first + rows.rows()), bytes * questions.rows());
  }
  return {};
}

Status answer_inputs(const run::ReadOptions& asked, const KeptBy& made, Answers& answers, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const KeptRows questions, keep_all(asked, made, progress));
  store::DocumentReader documents(questions.read.collection.table);
  return answers.answer(questions.rows,
                        [&](DocId question, std::string_view& id) { return documents.read_id(question, id); });
}

}  // namespace

Status nearest(const run::ReadOptions& asked, const NearestOptions& wanted, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::shared_ptr<const SignatureFile> file, SignatureFile::open(wanted.file));
  std::shared_ptr<const SignatureFile> questions;
  if (!wanted.questions.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(questions, SignatureFile::open(wanted.questions));
    TEXTKIN_RETURN_IF_ERROR(comparable(*questions, *file));
  }
  TEXTKIN_ASSIGN_OR_RETURN(const KeptBy made,
                           questions != nullptr ? read_record(*file) : read_record(*file, asked.text));
  TEXTKIN_RETURN_IF_ERROR(check(wanted.answer, made));
  if (wanted.top == 0) return Status(Code::kInvalidArgument, "--top 0 asks for nothing; it is 1 or more");
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.answer.format));
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<base::OutputFile> output,
                           base::OutputFile::create(wanted.answer.output));
  Answers answers(*file, made, wanted, run::settle(asked.limits), *format, *output);
  TEXTKIN_RETURN_IF_ERROR(answers.begin());
  TEXTKIN_RETURN_IF_ERROR(questions != nullptr ? answer_file(*questions, made, answers, progress)
                                               : answer_inputs(asked, made, answers, progress));
  return output->commit();
}

}  // namespace textkin::engine::signatures
