// PairMemory: pairs as columns: in memory, and where they are too many for it, in files without names.
#pragma once

#include <cstdint>
#include <string>

#include "engine/write/memory_result.h"
#include "engine/write/pair_sink.h"

namespace textkin::engine::write {

class PairMemory final : public PairSink {
 public:
  // `columns` must outlive this. At most `most` bytes are held beyond the last spill.
  PairMemory(PairColumns& columns, std::uint64_t most) : columns_(columns), most_(most) {}

  Status begin(const read::Collection& collection, PairExtras extras) override;
  Status add(const FoundPair& pair) override;
  Status commit() override;

 private:
  template <class Do>
  Status each_column(Do act);

  PairColumns& columns_;
  const std::uint64_t most_;
  std::uint64_t held_ = 0;  // bytes
  std::string directory_;
};

}  // namespace textkin::engine::write
