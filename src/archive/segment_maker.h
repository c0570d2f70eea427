// SegmentMaker: segments out of the keys that the vault still holds, and one out of several neighbours.
//
// A segment counts from the commit that names it; files that no commit names are removed by the next writer. Segments
// are of neighbouring documents without gaps, and only neighbours are merged, so each record is written again once a
// factor of kNeighbours in size. Answers never depend on it. Threads: one.
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
// So many segments of about one size become one.
inline constexpr std::size_t kNeighbours = 4;

class SegmentMaker {
 public:
  // `archive` is the writer's.
  explicit SegmentMaker(Archive& archive) : archive_(archive) {}

  // Of all keys that no segment has; then merges where there are many of a size.
  Status make();
  // All segments, and what no segment has, into one.
  Status merge_all();

 private:
  Status make_of_keys();
  Status make_of_keys(DocId first, DocId last);
  Status merge(std::size_t from);  // segments [from, end)
  Status replace(std::size_t from, const SegmentRow& row, bool keys_too);
  SegmentRow next_row(DocId first, DocId last) const;

  Archive& archive_;
};

}  // namespace textkin::archive
