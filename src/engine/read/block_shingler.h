// BlockShingler: the texts of a block -> their feature sets.
#pragma once

#include <memory>
#include <span>

#include "engine/read/collection.h"
#include "text/shingles/text_gauge.h"
#include "textkin/document.h"
#include "textkin/feature_set.h"
#include "textkin/shingler.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// Threads: one each.
class BlockShingler {
 public:
  // `collection` says by which spec, and how many features a block may have; it must outlive this.
  static Result<BlockShingler> make(const Collection& collection);

  // `counted`: with how often each feature occurs, as its weight. The sets live until the next call. kExhausted for
  // weighted items of which there would be too many copies, and for a text whose features would not fit, with an amount
  // that would do.
  Result<const FeatureBlock*> shingle(std::span<const Document> documents, bool counted);

 private:
  BlockShingler(const Collection& collection, std::unique_ptr<Shingler> shingler);
  Status check_room(const Document& document, bool counted);
  Status too_many_copies(std::span<const Document> documents);

  const Collection* collection_;
  std::unique_ptr<Shingler> shingler_;
  std::uint64_t fits_;                      // bytes of text that fit whatever they are
  std::unique_ptr<text::TextGauge> gauge_;  // made when the first text needs it
  FeatureBlock sets_;
};

}  // namespace textkin::engine::read
