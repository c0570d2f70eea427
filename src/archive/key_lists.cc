#include "archive/key_lists.h"

#include <algorithm>
#include <utility>

namespace textkin::archive {

MemoryLists::MemoryLists(KeyRecords records) : records_(std::move(records)) {
  for (std::vector<base::KeyValue>& list : records_) base::sort(list.data(), list.size());
}

Result<std::uint64_t> MemoryLists::position(std::uint32_t list, std::uint64_t key) const {
  const std::vector<base::KeyValue>& records = records_[list];
  return static_cast<std::uint64_t>(std::ranges::lower_bound(records, key, {}, &base::KeyValue::key) - records.begin());
}

Status MemoryLists::append_documents(std::uint32_t list, std::uint64_t begin, std::uint64_t end,
                                     std::vector<DocId>& out) const {
  for (std::uint64_t i = begin; i < end; ++i) out.push_back(static_cast<DocId>(records_[list][i].value));
  return {};
}

Result<std::uint64_t> KeyDirectory::find(std::uint32_t list, std::uint64_t low, std::uint64_t high,
                                         std::vector<Stretch>& out) const {
  out.clear();
  std::uint64_t records = 0;
  for (const std::shared_ptr<const KeyLists>& part : parts_) {
    if (part->size(list) == 0) continue;
    Stretch stretch{.of = part.get(), .list = list};
    TEXTKIN_ASSIGN_OR_RETURN(stretch.begin, part->position(list, low));
    stretch.end = part->size(list);
    if (high != ~std::uint64_t{0}) {
      TEXTKIN_ASSIGN_OR_RETURN(stretch.end, part->position(list, high + 1));
    }
    if (stretch.size() == 0) continue;
    records += stretch.size();
    out.push_back(stretch);
  }
  return records;
}

}  // namespace textkin::archive
