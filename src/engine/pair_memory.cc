#include "engine/pair_memory.h"

namespace textkin::engine {

Status PairMemory::begin(const Collection&, bool) {
  columns_ = {};
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
  return {};
}

Status PairMemory::commit() { return {}; }

}  // namespace textkin::engine
