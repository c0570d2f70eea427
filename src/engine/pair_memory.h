// PairMemory: pairs as columns in memory.
#pragma once

#include "engine/answer.h"
#include "engine/pair_sink.h"

namespace textkin::engine {

class PairMemory final : public PairSink {
 public:
  explicit PairMemory(PairColumns& columns) : columns_(columns) {}  // which must outlive this

  Status begin(const Collection& collection, bool p_values) override;
  Status add(const FoundPair& pair) override;
  Status commit() override;

 private:
  PairColumns& columns_;
};

}  // namespace textkin::engine
