// KeptInIndex: the documents of an index, or of several, as those that passages are looked for in.
//
// Promise: all that it gives is of one sequence, and of documents that were there then and of which the conditions
// hold. Ownership: it holds the indexes open. Threads: any number at once, once made. Memory: that of the indexes, and
// a fourth of a byte a document where some do not count.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "archive/entry.h"
#include "engine/index/index_spec.h"
#include "engine/index/index_union.h"
#include "engine/index/where.h"
#include "engine/passages/kept_documents.h"
#include "textkin/status.h"

namespace textkin::engine::index_passages {

// Which documents of which indexes.
struct KeptOptions {
  std::vector<std::string> folders;  // one, or several that are asked as one
  index::WhereOptions where;
  std::uint64_t as_of = 0;  // the sequence; 0: the last one; of one folder
  index::OpenArchives held;
};

class KeptInIndex final : public passages::KeptDocuments {
 public:
  // kInvalidArgument, with what to do, for an index that was made without passages. `memory`: of the indexes, in bytes.
  static Result<std::unique_ptr<KeptInIndex>> open(const KeptOptions& wanted, std::uint64_t memory);

  const index::IndexSpec& spec() const { return indexes_->spec(); }

  const std::vector<std::string>& names() const override { return folders_; }
  std::uint64_t sequence() const override { return sequence_ == kLast ? indexes_->sequence() : sequence_; }
  DocId numbers() const override { return indexes_->next(); }
  std::uint64_t compared() const override { return compared_; }
  Result<std::uint64_t> with(std::uint64_t fingerprint, std::uint64_t most, std::vector<DocId>& out) const override;
  Status read(DocId number, Facts& out) const override;
  std::shared_ptr<const StoredTexts> texts() const override;

 private:
  KeptInIndex(std::unique_ptr<index::IndexUnion> indexes, const KeptOptions& wanted, index::Where where)
      : folders_(wanted.folders),
        indexes_(std::move(indexes)),
        where_(std::move(where)),
        sequence_(wanted.as_of == 0 ? kLast : wanted.as_of) {}
  Status count();
  bool counts(const archive::Entry& entry) const { return entry.alive_at(sequence_) && where_.holds(entry); }
  Result<bool> is_compared(DocId number) const;

  // What is known of a document, in two bits.
  enum Known : std::uint64_t { kNothing = 0, kCompared = 1, kLeftOut = 2 };
  static constexpr std::uint32_t kOfAWord = 32;
  void note(DocId number, Known known) const {
    known_[number / kOfAWord].fetch_or(known << 2 * (number % kOfAWord), std::memory_order_relaxed);
  }

  static constexpr std::uint64_t kLast = ~std::uint64_t{0};

  std::vector<std::string> folders_;
  std::unique_ptr<index::IndexUnion> indexes_;
  index::Where where_;
  std::uint64_t sequence_;  // as of which; kLast: as they are
  std::uint64_t compared_ = 0;
  mutable std::vector<std::atomic<std::uint64_t>> known_;  // none: all documents are compared
};

}  // namespace textkin::engine::index_passages
