// SegmentMaker: segments out of the keys that the vault still holds, and one out of several neighbours.
//
// A segment counts from the commit that names it; files that no commit names are removed by the next writer. Segments
// are of neighbouring documents without gaps, and only neighbours are merged: two of about one size become one, so that
// there are some log2(documents / 2,048) of them at most, and each record is written again as often. Answers never
// depend on it. Threads: one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "archive/archive.h"
#include "textkin/status.h"

namespace textkin::archive {

inline constexpr std::uint64_t kBytesOfItsKeys = 16 * kBands;  // of a document, while they are sorted
// So many documents are enough for one while an add goes on, and at its end; fewer are read when the index is opened.
inline constexpr std::uint32_t kDocumentsOfASegment = 32768;
inline constexpr std::uint32_t kDocumentsWithoutASegment = 2048;
// As many as fit into a part of the memory, where that is little.
inline std::uint32_t documents_of_a_segment(std::uint64_t memory) {
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(memory / kBytesOfItsKeys / 8, kDocumentsWithoutASegment, kDocumentsOfASegment));
}
// More are not merged: a block file has 2^20 blocks at most, and a page of 1,024 records is one; a document has 63
// records at most.
inline constexpr DocId kMostDocumentsOfASegment = 1u << 24;

class SegmentMaker {
 public:
  // `archive` is the writer's.
  explicit SegmentMaker(Archive& archive, DocId most = kMostDocumentsOfASegment) : archive_(archive), most_(most) {}

  // Of all keys that no segment has; then merges where there are many of a size.
  Status make();
  // All segments, and what no segment has, into one, or as few as there can be.
  Status merge_all();

 private:
  Status make_of_keys();
  Status make_of_keys(DocId first, DocId last);
  // Segments [from, end).
  Status merge(std::size_t from, std::size_t end);
  Status replace(std::size_t from, std::size_t end, const SegmentRow& row, bool keys_too);
  SegmentRow next_row(DocId first, DocId last) const;

  Archive& archive_;
  DocId most_;
};

}  // namespace textkin::archive
