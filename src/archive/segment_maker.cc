#include "archive/segment_maker.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "archive/byte_strings.h"
#include "archive/segment.h"

namespace textkin::archive {
namespace {

// Records of a list that are merged at a time, in memory.
constexpr std::uint64_t kLeastAtOnce = 1u << 16;
constexpr std::uint64_t kMostAtOnce = 1u << 21;

// Segments of one step are of about one size.
unsigned step_of(std::uint64_t documents) {
  unsigned step = 0;
  for (std::uint64_t most = kDocumentsOfASegment; documents > most; most *= kNeighbours) ++step;
  return step;
}

// The records of one list in all segments, by stretches of keys that are few enough.
Status merge_list(std::span<const std::shared_ptr<const Segment>> segments, std::uint32_t list, std::uint64_t memory,
                  SegmentWriter& writer) {
  std::uint64_t records = 0;
  for (const std::shared_ptr<const Segment>& segment : segments) records += segment->size(list);
  unsigned bits = 0;  // keys are mixed, so their top bits cut them evenly
  const std::uint64_t at_once = std::clamp(memory / 128, kLeastAtOnce, kMostAtOnce);
  while (records >> bits > at_once) ++bits;
  std::vector<std::uint64_t> at(segments.size(), 0);
  std::vector<base::KeyValue> merged;
  for (std::uint64_t part = 0; part < std::uint64_t{1} << bits; ++part) {
    merged.clear();
    for (std::size_t i = 0; i < segments.size(); ++i) {
      std::uint64_t end = segments[i]->size(list);
      if (part + 1 < std::uint64_t{1} << bits) {
        TEXTKIN_ASSIGN_OR_RETURN(end, segments[i]->position(list, (part + 1) << (64 - bits)));
      }
      TEXTKIN_RETURN_IF_ERROR(segments[i]->append_records(list, at[i], end, merged));
      at[i] = end;
    }
    base::sort(merged.data(), merged.size());
    TEXTKIN_RETURN_IF_ERROR(writer.add(list, merged.data(), merged.size()));
  }
  return {};
}

}  // namespace

SegmentRow SegmentMaker::next_row(DocId first, DocId last) const {
  return {.first = first, .last = last, .name = archive_.state_.segments};
}

// Commits `row` in place of the segments from `from` on, and goes on with it.
Status SegmentMaker::replace(std::size_t from, const SegmentRow& row, bool keys_too) {
  Changes changes;
  for (std::size_t i = from; i < archive_.segment_rows_.size(); ++i)
    changes.erase(Family::kRows, numbered_key(kOfSegment, archive_.segment_rows_[i].first));
  changes.put(Family::kRows, numbered_key(kOfSegment, row.first), encode(row));
  if (keys_too) changes.erase_range(Family::kRows, numbered_key(kOfKeys, row.first), numbered_key(kOfKeys, row.last));
  State state = archive_.state_;
  ++state.segments;
  changes.put(Family::kRows, named_key(kOfIndex, "state"), encode(state));
  TEXTKIN_RETURN_IF_ERROR(archive_.vault_->commit(changes));
  std::vector<SegmentRow> replaced(archive_.segment_rows_.begin() + static_cast<std::ptrdiff_t>(from),
                                   archive_.segment_rows_.end());
  archive_.state_ = state;
  TEXTKIN_RETURN_IF_ERROR(archive_.load_keys());
  std::error_code ignored;  // the next writer removes them
  for (const SegmentRow& old : replaced) std::filesystem::remove(segment_path(archive_.folder_, old), ignored);
  return {};
}

Status SegmentMaker::make_of_keys() {
  DocId first = archive_.segment_rows_.empty() ? 0 : archive_.segment_rows_.back().last;
  while (first < archive_.state_.next) {
    const DocId last = std::min(archive_.state_.next, first + 2 * documents_of_a_segment(archive_.memory_));
    TEXTKIN_RETURN_IF_ERROR(make_of_keys(first, last));
    first = last;
  }
  return {};
}

Status SegmentMaker::make_of_keys(DocId first, DocId last) {
  KeyRecords records;
  TEXTKIN_RETURN_IF_ERROR(archive_.vault_->scan(Family::kRows, numbered_key(kOfKeys, first),
                                                numbered_key(kOfKeys, last),
                                                [&](std::string_view key, std::string_view value) -> Result<bool> {
                                                  if (append_records(value, number_of_key(key), records)) return true;
                                                  return archive_.damaged("the keys of a document");
                                                }));
  const MemoryLists lists(std::move(records));
  const SegmentRow row = next_row(first, last);
  TEXTKIN_ASSIGN_OR_RETURN(SegmentWriter writer, SegmentWriter::create(segment_path(archive_.folder_, row),
                                                                       archive_.state_.identity, first, last));
  for (std::uint32_t list = 0; list < kLists; ++list)
    TEXTKIN_RETURN_IF_ERROR(writer.add(list, lists.records()[list].data(), lists.records()[list].size()));
  TEXTKIN_RETURN_IF_ERROR(writer.commit());
  return replace(archive_.segment_rows_.size(), row, true);
}

Status SegmentMaker::merge(std::size_t from) {
  const std::span<const std::shared_ptr<const Segment>> segments = std::span(archive_.open_segments_).subspan(from);
  const SegmentRow row = next_row(segments.front()->first(), segments.back()->last());
  TEXTKIN_ASSIGN_OR_RETURN(SegmentWriter writer, SegmentWriter::create(segment_path(archive_.folder_, row),
                                                                       archive_.state_.identity, row.first, row.last));
  for (std::uint32_t list = 0; list < kLists; ++list)
    TEXTKIN_RETURN_IF_ERROR(merge_list(segments, list, archive_.memory_, writer));
  TEXTKIN_RETURN_IF_ERROR(writer.commit());
  return replace(from, row, false);
}

Status SegmentMaker::make() {
  TEXTKIN_RETURN_IF_ERROR(make_of_keys());
  for (;;) {
    // The last segments that are of the last one's step, or below it.
    const std::vector<SegmentRow>& rows = archive_.segment_rows_;
    if (rows.empty()) return {};
    std::size_t from = rows.size();
    unsigned step = step_of(rows.back().last - rows.back().first);
    while (from > 0 && step_of(rows[from - 1].last - rows[from - 1].first) <= step) --from;
    if (rows.size() - from < kNeighbours) return {};
    TEXTKIN_RETURN_IF_ERROR(merge(from));
  }
}

Status SegmentMaker::merge_all() {
  TEXTKIN_RETURN_IF_ERROR(make_of_keys());
  return archive_.segment_rows_.size() > 1 ? merge(0) : Status();
}

}  // namespace textkin::archive
