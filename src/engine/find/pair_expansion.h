// PairExpansion: verified pairs among representatives -> the partners of each document, duplicates included.
//
// A document that was collapsed into another with the same shingle set has all of its pairs, and one with each document
// of its group. They are made one document at a time, because a group of m identical documents has m (m - 1) / 2 of
// them.
// Memory: 24 bytes a document, and 16 a pair, which go to the disk where they are more than allowed; half a MiB a
// thread while it is made.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/scratch_file.h"
#include "cluster/decide.h"
#include "engine/find/pair_store.h"
#include "engine/read/collection.h"
#include "textkin/document.h"
#include "textkin/duplicate.h"
#include "textkin/pair.h"
#include "textkin/status.h"

namespace textkin::engine::find {

class PairExpansion {
 public:
  struct Partner {
    DocId doc;
    std::uint32_t shared;
  };

  // Partners that need more than `memory` bytes go to a nameless file in `directory`. They are put in order by
  // `threads`.
  static Result<PairExpansion> make(DocId documents, const PairStore& pairs, std::span<const Duplicate> duplicates,
                                    const std::string& directory, std::uint64_t memory, unsigned threads);

  // Replaces `out` by the partners of `doc`, which has `size` features, that come after it, ascending.
  Status partners_after(DocId doc, std::uint32_t size, std::vector<Partner>& out) const;

  std::uint64_t spilled_bytes() const { return scratch_ == nullptr ? 0 : scratch_->bytes(); }

  // Whether b is a partner of a; a != b.
  Result<bool> holds(DocId a, DocId b) const;

 private:
  PairExpansion() = default;
  void make_groups(DocId documents, std::span<const Duplicate> duplicates);
  Status make_partners(const PairStore& pairs, const std::string& directory, std::uint64_t memory, unsigned threads);
  Status fill(const PairStore& pairs, DocId begin, DocId end, unsigned threads);
  std::span<const DocId> group(DocId first) const;
  // Of a representative; the view may lie in `scratch`.
  Result<std::span<const Partner>> partners(DocId first, std::vector<Partner>& scratch) const;

  std::vector<DocId> first_;                // the representative of each document
  std::vector<std::uint64_t> group_begin_;  // representative -> its group in group_, itself included, if it has one
  std::vector<DocId> group_;
  std::vector<std::uint64_t> partner_begin_;    // representative -> its partners, ascending
  std::vector<Partner> partner_;                // all of them, or a stretch on its way to the file
  std::unique_ptr<base::ScratchFile> scratch_;  // where they are not in memory
};

// `visit` may read what it needs of both documents; its first failure ends the walk and is returned.
using VisitPair = std::function<Status(const VerifiedPair&)>;
Status each_pair(const read::Collection& collection, const PairExpansion& expansion, const VisitPair& visit);

}  // namespace textkin::engine::find
