#include "store/ids/hashes_of_ids.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <vector>

#include "base/checksum.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "store/document_reader.h"

namespace textkin::store {
namespace {

// Documents whose hashes are sorted at a time: as many as a cache holds, and more where runs would be too many to look
// each up in each.
constexpr std::uint64_t kRun = 1u << 16;
constexpr std::uint64_t kMostRuns = 1024;

bool repeats(const std::uint64_t* hashes, std::size_t count) {
  return std::adjacent_find(hashes, hashes + count) != hashes + count;
}

// Runs of hashes, each sorted for itself; then pieces, each all hashes of a range from all runs, sorted again.
class HashesOfIds {
 public:
  HashesOfIds(const DocumentTable& table, DocId first, DocId last, unsigned threads)
      : table_(table),
        first_(first),
        documents_(last - first),
        run_(std::max(kRun, (documents_ + kMostRuns - 1) / kMostRuns)),
        runs_((documents_ + run_ - 1) / run_),
        threads_(static_cast<unsigned>(std::clamp<std::uint64_t>(runs_, 1, threads))) {}

  std::uint64_t bytes() const { return (documents_ + (runs_ > 1 ? threads_ * room() : 0)) * sizeof(std::uint64_t); }

  Result<bool> may_repeat() {
    // Their pages are touched first by the threads that fill them.
    hashes_ = std::make_unique_for_overwrite<std::uint64_t[]>(documents_);
    TEXTKIN_RETURN_IF_ERROR(sort_runs());
    if (runs_ > 1 && !found_) TEXTKIN_RETURN_IF_ERROR(look_at_pieces());
    return found_.load();
  }

 private:
  std::uint64_t* begin(std::size_t run) const { return hashes_.get() + run * run_; }
  std::uint64_t* end(std::size_t run) const { return hashes_.get() + std::min((run + 1) * run_, documents_); }
  // More hashes than that are in no piece unless somebody chose ids for their hashes.
  std::uint64_t room() const { return 2 * run_; }

  Status sort_runs() {
    std::vector<std::unique_ptr<DocumentReader>> readers(threads_);
    return base::parallel_for(runs_, threads_, [&](std::size_t run, unsigned worker) -> Status {
      if (readers[worker] == nullptr) readers[worker] = std::make_unique<DocumentReader>(table_);
      DocId doc = static_cast<DocId>(first_ + run * run_);
      for (std::uint64_t* hash = begin(run); hash != end(run); ++hash, ++doc) {
        std::string_view id;
        TEXTKIN_RETURN_IF_ERROR(readers[worker]->read_id(doc, id));
        *hash = base::checksum(id);
      }
      base::sort(begin(run), static_cast<std::size_t>(end(run) - begin(run)));
      if (repeats(begin(run), static_cast<std::size_t>(end(run) - begin(run)))) found_ = true;
      return {};
    });
  }

  Status look_at_pieces() {
    const std::uint64_t width = std::numeric_limits<std::uint64_t>::max() / runs_ + 1;
    std::vector<std::vector<std::uint64_t>> pieces(threads_);
    return base::parallel_for(runs_, threads_, [&](std::size_t number, unsigned worker) -> Status {
      std::vector<std::uint64_t>& piece = pieces[worker];
      piece.clear();
      piece.reserve(room());
      for (std::size_t run = 0; run < runs_ && !found_; ++run) {
        const std::uint64_t* from = std::lower_bound(begin(run), end(run), number * width);
        const std::uint64_t* to =
            number + 1 == runs_ ? end(run) : std::lower_bound(begin(run), end(run), (number + 1) * width);
        if (piece.size() + static_cast<std::size_t>(to - from) > room())
          found_ = true;
        else
          piece.insert(piece.end(), from, to);
      }
      base::sort(piece.data(), piece.size());
      if (repeats(piece.data(), piece.size())) found_ = true;
      return {};
    });
  }

  const DocumentTable& table_;
  const DocId first_;
  const std::uint64_t documents_;
  const std::uint64_t run_;
  const std::size_t runs_;
  const unsigned threads_;
  std::unique_ptr<std::uint64_t[]> hashes_;
  std::atomic<bool> found_ = false;
};

}  // namespace

Result<bool> ids_may_repeat(const DocumentTable& table, DocId first, DocId last, unsigned threads,
                            base::MemoryBudget& budget) {
  HashesOfIds hashes(table, first, last, threads);
  base::MemoryShare share(budget);
  if (!share.resize(hashes.bytes())) return true;
  return hashes.may_repeat();
}

}  // namespace textkin::store
