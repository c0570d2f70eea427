// BlockShingler: the texts of a block -> their feature sets.
#pragma once

#include <memory>
#include <span>

#include "engine/read/collection.h"
#include "engine/read/text_room.h"
#include "textkin/document.h"
#include "textkin/feature_set.h"
#include "textkin/shingler.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// Threads: one each.
class BlockShingler {
 public:
  // `collection` says by which spec, and how many features a block may have; it must outlive this. `beside`: what is
  // held of a text besides.
  static Result<BlockShingler> make(const Collection& collection, const BesideText& beside = {});

  // `counted`: with how often each feature occurs, as its weight. The sets live until the next call. kExhausted for
  // weighted items of which there would be too many copies, and for a text whose features would not fit, with an amount
  // that would do.
  Result<const FeatureBlock*> shingle(std::span<const Document> documents, bool counted);

 private:
  BlockShingler(const Collection& collection, const BesideText& beside, std::unique_ptr<Shingler> shingler);
  Status too_many_copies(std::span<const Document> documents);

  const Collection* collection_;
  std::unique_ptr<Shingler> shingler_;
  TextRoom room_;
  FeatureBlock sets_;
};

}  // namespace textkin::engine::read
