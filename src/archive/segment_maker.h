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
#include <vector>

#include "archive/archive.h"
#include "textkin/status.h"

namespace textkin::archive {

inline constexpr std::uint64_t kBytesOfItsKeys = 16 * kBands;  // of a document, while they are sorted
// So many documents are enough for one while an add goes on, and at its end; fewer are read when the index is opened.
inline constexpr std::uint32_t kDocumentsOfASegment = 32768;
inline constexpr std::uint32_t kDocumentsWithoutASegment = 2048;
inline constexpr std::size_t kOfASizeWhileAdding = 32;
// As many as fit into a part of the memory, where that is little.
inline std::uint32_t documents_of_a_segment(std::uint64_t memory) {
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(memory / kBytesOfItsKeys / 8, kDocumentsWithoutASegment, kDocumentsOfASegment));
}
// More are not merged: a block file has 2^20 blocks at most, and a page of 1,024 records is one; a document has 63
// records at most, and as many fingerprints as its text is long.
inline constexpr DocId kMostDocumentsOfASegment = 1u << 24;
inline constexpr std::uint64_t kMostRecordsOfASegment = 1u << 29;
// The keys of long texts are many: as kept until then, in bytes, some three times as many while they are sorted.
inline constexpr std::uint64_t kBytesWithoutASegment = 2u << 20;
inline constexpr std::uint64_t kBytesOfASegment = 128u << 20;
inline std::uint64_t bytes_of_a_segment(std::uint64_t memory) {
  return std::clamp<std::uint64_t>(memory / 24, kBytesWithoutASegment, kBytesOfASegment);
}

class SegmentMaker {
 public:
  // `archive` is the writer's.
  explicit SegmentMaker(Archive& archive, DocId most = kMostDocumentsOfASegment) : archive_(archive), most_(most) {}

  // Of all keys that no segment has.
  Status make();
  // Merges the last ones where so many or more are of a size.
  Status merge_of_a_size(std::size_t so_many);
  // All segments, and what no segment has, into one, or as few as there can be.
  Status merge_all();
  // Takes the keys of those documents out of all segments; `gone`: one each that has a number.
  Status leave_out(const std::vector<bool>& gone);

 private:
  // Of documents from `first` on, before `last`; behind the last one.
  Result<DocId> make_of_keys(DocId first, DocId last);
  // Whether segments [from, end) may become one.
  bool fit(std::size_t from, std::size_t end) const;
  // Segments [from, end), without the documents that are `gone`; null: with all.
  Status merge(std::size_t from, std::size_t end, const std::vector<bool>* gone = nullptr);
  Status replace(std::size_t from, std::size_t end, const SegmentRow& row, bool keys_too);
  SegmentRow next_row(DocId first, DocId last) const;

  Archive& archive_;
  DocId most_;
};

}  // namespace textkin::archive
