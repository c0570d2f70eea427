// PairExpansion: verified pairs among representatives -> the partners of each document, duplicates included.
//
// A document that was collapsed into another with the same shingle set has all of its pairs, and one with each document
// of its group. They are made one document at a time, because a group of m identical documents has m (m - 1) / 2 of
// them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cluster/decide.h"
#include "textkin/document.h"
#include "textkin/pair.h"

namespace textkin::engine {

class PairExpansion {
 public:
  struct Partner {
    DocId doc;
    std::uint32_t shared;
  };

  // `sizes`: features a document. `pairs`: a < b, ascending.
  PairExpansion(std::span<const std::uint32_t> sizes, std::span<const VerifiedPair> pairs,
                std::span<const cluster::Duplicate> duplicates);

  // Replaces `out` by the partners of `doc` that come after it, ascending.
  void partners_after(DocId doc, std::vector<Partner>& out) const;

  // Whether b is a partner of a; a != b.
  bool holds(DocId a, DocId b) const;

 private:
  std::span<const DocId> group(DocId first) const;

  std::span<const std::uint32_t> sizes_;
  std::vector<DocId> first_;                // the representative of each document
  std::vector<std::uint64_t> group_begin_;  // representative -> its group in group_, itself included, if it has one
  std::vector<DocId> group_;
  std::vector<std::uint64_t> partner_begin_;  // representative -> its partners, ascending
  std::vector<Partner> partner_;
};

}  // namespace textkin::engine
