#include "archive/segment_records.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "archive/fingerprint_keys.h"
#include "archive/segment.h"
#include "base/parallel.h"
#include "base/sort.h"

namespace textkin::archive {
namespace {

// Pieces of fingerprints that are sorted side by side, each of so many at least: more would only be merged for longer.
constexpr std::size_t kPiecesAtMost = 4;
constexpr std::size_t kLeastOfAPiece = 1u << 16;
constexpr std::uint64_t kDocumentBits = (std::uint64_t{1} << kCutBits) - 1;

}  // namespace

SegmentRecords::SegmentRecords(DocId first, DocId last, std::uint64_t bytes) : first_(first) {
  for (std::uint32_t list = 0; list < kBands; ++list) others_[list].reserve(last - first);
  fingerprints_.reserve(bytes / kBytesOfAFingerprint);
}

bool SegmentRecords::add(std::string_view keys, DocId document) {
  std::string_view fingerprints;
  if (!cut_fingerprints(keys, fingerprints)) return false;
  const std::uint64_t behind_first = document - first_;
  for (std::size_t at = 0; at < fingerprints.size(); at += kBytesOfAFingerprint)
    fingerprints_.push_back(fingerprint_at(fingerprints, at) | behind_first);
  return append_records(keys, document, others_);
}

// Each list of the others is a piece.
void SegmentRecords::sort(unsigned threads) {
  const std::size_t count = fingerprints_.size();
  const std::size_t pieces =
      std::clamp<std::size_t>(std::min<std::size_t>(threads, count / kLeastOfAPiece), 1, kPiecesAtMost);
  for (std::size_t piece = 1; piece <= pieces; ++piece) ends_.push_back(count * piece / pieces);
  const auto sort_one = [&](std::size_t i) {
    if (i >= pieces) return base::sort(others_[i - pieces].data(), others_[i - pieces].size());
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    base::sort(fingerprints_.data() + begin, ends_[i] - begin);
  };
  std::vector<char> sorted(pieces + kFingerprintList, 0);
  const Status stopped = base::parallel_for(sorted.size(), threads, [&](std::size_t i, unsigned) -> Status {
    sort_one(i);
    sorted[i] = 1;
    return {};
  });
  if (stopped.ok()) return;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] == 0) sort_one(i);
}

// A page at a time, the least of what the pieces have left.
Status SegmentRecords::write_fingerprints(SegmentWriter& writer) const {
  struct Rest {
    const std::uint64_t* next;
    const std::uint64_t* end;
  };
  std::vector<Rest> rests;
  for (std::size_t begin = 0; const std::size_t end : ends_) {
    if (begin < end) rests.push_back({fingerprints_.data() + begin, fingerprints_.data() + end});
    begin = end;
  }
  std::array<base::KeyValue, kRecordsOfAPage> page;
  std::size_t used = 0;
  while (!rests.empty()) {
    Rest* least = &rests.front();
    for (Rest& rest : rests) least = *rest.next < *least->next ? &rest : least;
    const std::uint64_t record = *least->next++;
    page[used++] = {.value = first_ + (record & kDocumentBits), .key = record & ~kDocumentBits};
    if (least->next == least->end) rests.erase(rests.begin() + (least - rests.data()));
    if (used < page.size() && !rests.empty()) continue;
    TEXTKIN_RETURN_IF_ERROR(writer.add(kFingerprintList, page.data(), std::exchange(used, 0)));
  }
  return {};
}

Status SegmentRecords::write(unsigned threads, SegmentWriter& writer) {
  sort(threads);
  for (std::uint32_t list = 0; list < kFingerprintList; ++list)
    TEXTKIN_RETURN_IF_ERROR(writer.add(list, others_[list].data(), others_[list].size()));
  return write_fingerprints(writer);
}

}  // namespace textkin::archive
