#include "archive/key_lists.h"

#include <algorithm>
#include <array>
#include <utility>

#include "archive/guessed_place.h"
#include "base/parallel.h"

namespace textkin::archive {

namespace {

// Of lists that are sorted on several threads; more are not cut into pieces.
constexpr std::size_t kLeastPiece = 1u << 16;

// A long one in pieces, which are then merged: that of fingerprints is as long as all others together. kInterrupted,
// with lists that are in no order.
Status sort_on(unsigned threads, KeyRecords& records) {
  struct Piece {
    base::KeyValue* begin;
    std::size_t size;
  };
  std::vector<Piece> pieces;
  std::array<std::vector<std::size_t>, kLists> ends;
  for (std::size_t list = 0; list < records.size(); ++list) {
    std::vector<base::KeyValue>& own = records[list];
    const std::size_t size = std::max(kLeastPiece, own.size() / threads + 1);
    for (std::size_t at = 0; at < own.size(); at += size) {
      pieces.push_back({own.data() + at, std::min(size, own.size() - at)});
      ends[list].push_back(at + pieces.back().size);
    }
  }
  TEXTKIN_RETURN_IF_ERROR(base::parallel_for(pieces.size(), threads, [&](std::size_t i, unsigned) -> Status {
    base::sort(pieces[i].begin, pieces[i].size);
    return {};
  }));
  return base::parallel_for(records.size(), threads, [&](std::size_t list, unsigned) -> Status {
    std::vector<base::KeyValue> scratch;
    if (ends[list].size() > 1) base::merge_runs(records[list], std::move(ends[list]), scratch);
    return {};
  });
}

}  // namespace

MemoryLists::MemoryLists(KeyRecords records, unsigned threads) : records_(std::move(records)) {
  if (threads > 1 && sort_on(threads, records_).ok()) return;
  for (std::vector<base::KeyValue>& list : records_) base::sort(list.data(), list.size());
}

Result<KeyLists::Range> MemoryLists::range(std::uint32_t list, std::uint64_t low, std::uint64_t high) const {
  const std::vector<base::KeyValue>& records = records_[list];
  const std::uint64_t begin =
      guessed_place(records.size(), low, [&](std::uint64_t record) { return records[record].key; });
  const auto end = std::ranges::upper_bound(records.begin() + static_cast<std::ptrdiff_t>(begin), records.end(), high,
                                            {}, &base::KeyValue::key);
  return Range{begin, static_cast<std::uint64_t>(end - records.begin())};
}

Status MemoryLists::append_documents(std::uint32_t list, std::uint64_t begin, std::uint64_t end,
                                     std::vector<DocId>& out) const {
  for (std::uint64_t i = begin; i < end; ++i) out.push_back(static_cast<DocId>(records_[list][i].value));
  return {};
}

void GrowingLists::add(KeyRecords records, DocId documents) {
  while (!held_.empty() && held_.back().documents <= documents) {
    const KeyRecords& before = held_.back().lists->records();
    for (std::uint32_t list = 0; list < kLists; ++list)
      records[list].insert(records[list].end(), before[list].begin(), before[list].end());
    documents += held_.back().documents;
    held_.pop_back();
  }
  held_.push_back({.lists = std::make_shared<const MemoryLists>(std::move(records)), .documents = documents});
}

void GrowingLists::append_to(KeyDirectory& directory) const {
  for (const Portion& portion : held_) directory.add(portion.lists);
}

Result<std::uint64_t> KeyDirectory::find(std::uint32_t list, std::uint64_t low, std::uint64_t high,
                                         std::vector<Stretch>& out) const {
  out.clear();
  std::uint64_t records = 0;
  for (const std::shared_ptr<const KeyLists>& part : parts_) {
    if (part->size(list) == 0) continue;
    TEXTKIN_ASSIGN_OR_RETURN(const KeyLists::Range found, part->range(list, low, high));
    const Stretch stretch{.of = part.get(), .list = list, .begin = found.begin, .end = found.end};
    if (stretch.size() == 0) continue;
    records += stretch.size();
    out.push_back(stretch);
  }
  return records;
}

}  // namespace textkin::archive
