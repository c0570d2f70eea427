#include "engine/write/pair_memory.h"

namespace textkin::engine::write {

template <class Do>
Status PairMemory::each_column(Do act) {
  TEXTKIN_RETURN_IF_ERROR(act(columns_.a));
  TEXTKIN_RETURN_IF_ERROR(act(columns_.b));
  TEXTKIN_RETURN_IF_ERROR(act(columns_.similarity));
  TEXTKIN_RETURN_IF_ERROR(act(columns_.shared));
  TEXTKIN_RETURN_IF_ERROR(act(columns_.size_a));
  TEXTKIN_RETURN_IF_ERROR(act(columns_.size_b));
  TEXTKIN_RETURN_IF_ERROR(act(columns_.log10_p));
  TEXTKIN_RETURN_IF_ERROR(act(columns_.lower));
  TEXTKIN_RETURN_IF_ERROR(act(columns_.upper));
  return act(columns_.estimate);
}

Status PairMemory::begin(const read::Collection& collection, PairExtras extras) {
  columns_ = {};
  columns_.intervals = extras.intervals;
  directory_ = collection.directory->path();
  return {};
}

Status PairMemory::add(const FoundPair& pair) {
  columns_.a.push_back(pair.a);
  columns_.b.push_back(pair.b);
  columns_.similarity.push_back(pair.similarity);
  columns_.shared.push_back(pair.shared);
  columns_.size_a.push_back(pair.size_a);
  columns_.size_b.push_back(pair.size_b);
  if (pair.log10_p) columns_.log10_p.push_back(*pair.log10_p);
  if (pair.estimate) columns_.estimate.push_back(*pair.estimate);
  if (columns_.intervals) {
    columns_.lower.push_back(pair.interval ? pair.interval->lower : pair.similarity);
    columns_.upper.push_back(pair.interval ? pair.interval->upper : pair.similarity);
  }
  const int doubles = 1 + pair.log10_p.has_value() + pair.estimate.has_value() + 2 * columns_.intervals;
  held_ += 5 * sizeof(std::uint32_t) + static_cast<std::size_t>(doubles) * sizeof(double);
  if (held_ < most_) return {};
  held_ = 0;
  return each_column([&](auto& column) { return column.spill(directory_); });
}

Status PairMemory::commit() {
  return each_column([](auto& column) { return column.finish(); });
}

}  // namespace textkin::engine::write
