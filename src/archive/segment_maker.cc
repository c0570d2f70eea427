#include "archive/segment_maker.h"

#include <algorithm>
#include <bit>
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
// Fingerprints are the least hash of some: more of them begin with zeros, as many times as a window has runs.
constexpr std::uint64_t kLeastOfAWindow = 8;

DocId documents_in(const SegmentRow& row) { return row.last - row.first; }

// Segments of one step are of about one size.
int step_of(const SegmentRow& row) { return std::bit_width(documents_in(row) / kDocumentsWithoutASegment); }

// The records of one list in all segments, by stretches of keys that are few enough.
Status merge_list(std::span<const std::shared_ptr<const Segment>> segments, std::uint32_t list, std::uint64_t memory,
                  const std::vector<bool>* gone, SegmentWriter& writer) {
  std::uint64_t records = 0;
  for (const std::shared_ptr<const Segment>& segment : segments) records += segment->size(list);
  unsigned bits = 0;  // keys are mixed, so their top bits cut them evenly
  std::uint64_t at_once = std::clamp(memory / 128, kLeastAtOnce, kMostAtOnce);
  if (list == kFingerprintList) at_once /= kLeastOfAWindow;
  while (records >> bits > at_once) ++bits;
  std::vector<std::uint64_t> at(segments.size(), 0);
  std::vector<base::KeyValue> merged;
  std::vector<base::KeyValue> scratch;
  std::vector<std::size_t> ends;  // of what each segment has
  for (std::uint64_t part = 0; part < std::uint64_t{1} << bits; ++part) {
    merged.clear();
    ends.clear();
    for (std::size_t i = 0; i < segments.size(); ++i) {
      std::uint64_t end = segments[i]->size(list);
      if (part + 1 < std::uint64_t{1} << bits) {
        TEXTKIN_ASSIGN_OR_RETURN(end, segments[i]->position(list, (part + 1) << (64 - bits)));
      }
      TEXTKIN_RETURN_IF_ERROR(segments[i]->append_records(list, at[i], end, merged));
      at[i] = end;
      const auto begin = merged.begin() + static_cast<std::ptrdiff_t>(ends.empty() ? 0 : ends.back());
      if (gone != nullptr)
        merged.erase(std::remove_if(begin, merged.end(), [&](const base::KeyValue& x) { return (*gone)[x.value]; }),
                     merged.end());
      ends.push_back(merged.size());
    }
    base::merge_runs(merged, ends, scratch);
    TEXTKIN_RETURN_IF_ERROR(writer.add(list, merged.data(), merged.size()));
  }
  return {};
}

}  // namespace

SegmentRow SegmentMaker::next_row(DocId first, DocId last) const {
  return {.first = first, .last = last, .name = archive_.state_.segments};
}

// Commits `row` in place of segments [from, end), and goes on with it.
Status SegmentMaker::replace(std::size_t from, std::size_t end, const SegmentRow& row, bool keys_too) {
  Changes changes;
  for (std::size_t i = from; i < end; ++i)
    changes.erase(Family::kRows, numbered_key(kOfSegment, archive_.segment_rows_[i].first));
  changes.put(Family::kRows, numbered_key(kOfSegment, row.first), encode(row));
  if (keys_too) changes.erase_range(Family::kRows, numbered_key(kOfKeys, row.first), numbered_key(kOfKeys, row.last));
  State state = archive_.state_;
  ++state.segments;
  changes.put(Family::kRows, named_key(kOfIndex, "state"), encode(state));
  TEXTKIN_RETURN_IF_ERROR(archive_.vault_->commit(changes));
  std::vector<SegmentRow> replaced(archive_.segment_rows_.begin() + static_cast<std::ptrdiff_t>(from),
                                   archive_.segment_rows_.begin() + static_cast<std::ptrdiff_t>(end));
  archive_.state_ = state;
  TEXTKIN_RETURN_IF_ERROR(archive_.load_keys());
  std::error_code ignored;  // the next writer removes them
  for (const SegmentRow& old : replaced) std::filesystem::remove(segment_path(archive_.folder_, old), ignored);
  return {};
}

Status SegmentMaker::make() {
  DocId first = archive_.segment_rows_.empty() ? 0 : archive_.segment_rows_.back().last;
  while (first < archive_.state_.next) {
    const DocId last = std::min(archive_.state_.next, first + 2 * documents_of_a_segment(archive_.memory_));
    TEXTKIN_ASSIGN_OR_RETURN(first, make_of_keys(first, last));
  }
  return {};
}

Result<DocId> SegmentMaker::make_of_keys(DocId first, DocId last) {
  KeyRecords records;
  for (std::uint32_t list = 0; list < kBands; ++list) records[list].reserve(last - first);
  std::uint64_t bytes = 0;
  TEXTKIN_RETURN_IF_ERROR(archive_.vault_->scan(Family::kRows, numbered_key(kOfKeys, first),
                                                numbered_key(kOfKeys, last),
                                                [&](std::string_view key, std::string_view value) -> Result<bool> {
                                                  if (!append_records(value, number_of_key(key), records))
                                                    return archive_.damaged("the keys of a document");
                                                  bytes += value.size();
                                                  if (bytes < 2 * bytes_of_a_segment(archive_.memory_)) return true;
                                                  last = number_of_key(key) + 1;
                                                  return false;
                                                }));
  const MemoryLists lists(std::move(records));
  const SegmentRow row = next_row(first, last);
  TEXTKIN_ASSIGN_OR_RETURN(SegmentWriter writer, SegmentWriter::create(segment_path(archive_.folder_, row),
                                                                       archive_.state_.identity, first, last));
  for (std::uint32_t list = 0; list < kLists; ++list)
    TEXTKIN_RETURN_IF_ERROR(writer.add(list, lists.records()[list].data(), lists.records()[list].size()));
  TEXTKIN_RETURN_IF_ERROR(writer.commit());
  TEXTKIN_RETURN_IF_ERROR(replace(archive_.segment_rows_.size(), archive_.segment_rows_.size(), row, true));
  return last;
}

bool SegmentMaker::fit(std::size_t from, std::size_t end) const {
  std::uint64_t records = 0;
  for (std::size_t i = from; i < end; ++i)
    for (std::uint32_t list = 0; list < kLists; ++list) records += archive_.open_segments_[i]->size(list);
  const std::vector<SegmentRow>& rows = archive_.segment_rows_;
  return rows[end - 1].last - rows[from].first <= most_ && records <= kMostRecordsOfASegment;
}

Status SegmentMaker::merge(std::size_t from, std::size_t end, const std::vector<bool>* gone) {
  const std::span<const std::shared_ptr<const Segment>> segments =
      std::span(archive_.open_segments_).subspan(from, end - from);
  const SegmentRow row = next_row(segments.front()->first(), segments.back()->last());
  TEXTKIN_ASSIGN_OR_RETURN(SegmentWriter writer, SegmentWriter::create(segment_path(archive_.folder_, row),
                                                                       archive_.state_.identity, row.first, row.last));
  for (std::uint32_t list = 0; list < kLists; ++list)
    TEXTKIN_RETURN_IF_ERROR(merge_list(segments, list, archive_.memory_, gone, writer));
  TEXTKIN_RETURN_IF_ERROR(writer.commit());
  return replace(from, end, row, false);
}

Status SegmentMaker::merge_of_a_size(std::size_t so_many) {
  for (;;) {
    // The last segments, of which none is a step larger than all behind it.
    const std::vector<SegmentRow>& rows = archive_.segment_rows_;
    if (rows.size() < so_many) return {};
    std::size_t from = rows.size() - 1;
    while (from > 0 && step_of(rows[from - 1]) <= step_of({.first = rows[from].first, .last = rows.back().last}) &&
           fit(from - 1, rows.size()))
      --from;
    if (rows.size() - from < so_many) return {};
    TEXTKIN_RETURN_IF_ERROR(merge(from, rows.size()));
  }
}

Status SegmentMaker::merge_all() {
  TEXTKIN_RETURN_IF_ERROR(make());
  for (std::size_t from = 0; from < archive_.segment_rows_.size(); ++from) {
    const std::vector<SegmentRow>& rows = archive_.segment_rows_;
    std::size_t end = from + 1;
    while (end < rows.size() && fit(from, end + 1)) ++end;
    if (end > from + 1) TEXTKIN_RETURN_IF_ERROR(merge(from, end));
  }
  return {};
}

Status SegmentMaker::leave_out(const std::vector<bool>& gone) {
  for (std::size_t i = 0; i < archive_.segment_rows_.size(); ++i) {
    const SegmentRow& row = archive_.segment_rows_[i];
    if (std::find(gone.begin() + row.first, gone.begin() + row.last, true) == gone.begin() + row.last) continue;
    TEXTKIN_RETURN_IF_ERROR(merge(i, i + 1, &gone));
  }
  return {};
}

}  // namespace textkin::archive
