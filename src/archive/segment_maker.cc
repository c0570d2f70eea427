#include "archive/segment_maker.h"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <utility>
#include <vector>

#include "archive/byte_strings.h"
#include "archive/segment.h"
#include "archive/segment_records.h"
#include "archive/segment_writer.h"
#include "base/parallel.h"

namespace textkin::archive {
namespace {

// Records of a list that are merged at a time, in memory: more than the processor's caches hold take longer each.
constexpr std::uint64_t kLeastAtOnce = 1u << 16;
constexpr std::uint64_t kMostAtOnce = 1u << 18;
// Fingerprints are the least hash of some: more of them begin with zeros, as many times as a window has runs.
constexpr std::uint64_t kLeastOfAWindow = 8;

DocId documents_in(const SegmentRow& row) { return row.last - row.first; }

// Segments of one step are of about one size.
int step_of(const SegmentRow& row) { return std::bit_width(documents_in(row) / kDocumentsWithoutASegment); }

// The records of all segments, list by list, by stretches of keys that are few enough.
class Merging {
 public:
  // Those of the documents that are `gone` are left out; null: none. On `threads` threads, in `memory` bytes.
  Merging(std::span<const std::shared_ptr<const Segment>> segments, std::uint64_t memory, unsigned threads,
          const std::vector<bool>* gone)
      : segments_(segments), at_once_(std::clamp(memory / 128, kLeastAtOnce, kMostAtOnce)), gone_(gone) {
    if (threads > 1) at_once_ = std::max(kLeastAtOnce, at_once_ / in_flight(threads));
    begin_list(0);
  }

  Status run(unsigned threads, SegmentWriter& writer) {
    const base::Pipeline<Part> pipeline{
        .produce = [&]() -> Result<std::unique_ptr<Part>> { return next(); },
        .work = [&](Part& stretch, unsigned) { return merge(stretch); },
        .commit =
            [&](Part& stretch) { return writer.add(stretch.list, stretch.records.data(), stretch.records.size()); }};
    return base::run_pipeline(threads, in_flight(threads), pipeline);
  }

 private:
  // Keys of one list that begin with `part`, in so many bits.
  struct Part {
    std::uint32_t list = 0;
    unsigned bits = 0;
    std::uint64_t part = 0;
    std::vector<base::KeyValue> records;
  };

  static unsigned in_flight(unsigned threads) { return threads + 1; }

  // Keys are mixed, so their top bits cut them evenly.
  void begin_list(std::uint32_t list) {
    std::uint64_t records = 0;
    for (const std::shared_ptr<const Segment>& segment : segments_) records += segment->size(list);
    const std::uint64_t most = list == kFingerprintList ? at_once_ / kLeastOfAWindow : at_once_;
    next_ = {.list = list, .bits = 0, .part = 0, .records = {}};
    while (records >> next_.bits > most) ++next_.bits;
  }

  std::unique_ptr<Part> next() {
    if (next_.part == std::uint64_t{1} << next_.bits) {
      if (next_.list + 1 == kLists) return nullptr;
      begin_list(next_.list + 1);
    }
    auto stretch = std::make_unique<Part>(next_);
    ++next_.part;
    return stretch;
  }

  Result<std::uint64_t> begin_in(const Segment& segment, const Part& stretch, std::uint64_t part) const {
    if (part == 0) return std::uint64_t{0};
    if (part == std::uint64_t{1} << stretch.bits) return segment.size(stretch.list);
    return segment.position(stretch.list, part << (64 - stretch.bits));
  }

  Status merge(Part& stretch) const {
    std::vector<base::KeyValue>& merged = stretch.records;
    std::vector<KeyLists::Range> ranges;  // of each segment
    std::uint64_t records = 0;
    for (const std::shared_ptr<const Segment>& segment : segments_) {
      TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t begin, begin_in(*segment, stretch, stretch.part));
      TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t end, begin_in(*segment, stretch, stretch.part + 1));
      ranges.push_back({.begin = begin, .end = end});
      records += end - begin;
    }
    merged.reserve(records);
    std::vector<std::size_t> ends;  // of what each segment has
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      const auto own = static_cast<std::ptrdiff_t>(merged.size());
      TEXTKIN_RETURN_IF_ERROR(segments_[i]->append_records(stretch.list, ranges[i].begin, ranges[i].end, merged));
      if (gone_ != nullptr)
        merged.erase(std::remove_if(merged.begin() + own, merged.end(),
                                    [&](const base::KeyValue& x) { return (*gone_)[x.value]; }),
                     merged.end());
      ends.push_back(merged.size());
    }
    std::vector<base::KeyValue> scratch;
    base::merge_runs(merged, std::move(ends), scratch);
    return {};
  }

  std::span<const std::shared_ptr<const Segment>> segments_;
  std::uint64_t at_once_;  // records
  const std::vector<bool>* gone_;
  Part next_;
};

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

static_assert(2 * kDocumentsOfASegment <= SegmentRecords::kMostDocuments);

Status SegmentMaker::make() {
  DocId first = archive_.segment_rows_.empty() ? 0 : archive_.segment_rows_.back().last;
  while (first < archive_.state_.next) {
    const DocId last = std::min(archive_.state_.next, first + 2 * documents_of_a_segment(archive_.memory_));
    TEXTKIN_ASSIGN_OR_RETURN(first, make_of_keys(first, last));
  }
  return {};
}

Result<DocId> SegmentMaker::make_of_keys(DocId first, DocId last) {
  SegmentRecords records(first, last, std::min(archive_.unsegmented_bytes_, 2 * bytes_of_a_segment(archive_.memory_)));
  std::uint64_t bytes = 0;
  TEXTKIN_RETURN_IF_ERROR(archive_.vault_->scan(Family::kRows, numbered_key(kOfKeys, first),
                                                numbered_key(kOfKeys, last),
                                                [&](std::string_view key, std::string_view value) -> Result<bool> {
                                                  if (!records.add(value, number_of_key(key)))
                                                    return archive_.damaged("the keys of a document");
                                                  bytes += value.size();
                                                  if (bytes < 2 * bytes_of_a_segment(archive_.memory_)) return true;
                                                  last = number_of_key(key) + 1;
                                                  return false;
                                                }));
  const SegmentRow row = next_row(first, last);
  TEXTKIN_ASSIGN_OR_RETURN(SegmentWriter writer, SegmentWriter::create(segment_path(archive_.folder_, row),
                                                                       archive_.state_.identity, first, last));
  TEXTKIN_RETURN_IF_ERROR(records.write(archive_.threads_, writer));
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
  Merging merging(segments, archive_.memory_, archive_.threads_, gone);
  TEXTKIN_RETURN_IF_ERROR(merging.run(archive_.threads_, writer));
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
