#include "engine/read/block_shingler.h"

#include <fmt/format.h>

#include <utility>

#include "engine/run/memory_shares.h"
#include "text/catalog.h"

namespace textkin::engine::read {
namespace {

// Room that is kept from block to block, in features.
constexpr std::size_t kKeptFeatures = 2u << 20;

}  // namespace

Result<BlockShingler> BlockShingler::make(const Collection& collection, const BesideText& beside) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, text::make_shingler(collection.text));
  return BlockShingler(collection, beside, std::move(shingler));
}

BlockShingler::BlockShingler(const Collection& collection, const BesideText& beside, std::unique_ptr<Shingler> shingler)
    : collection_(&collection), shingler_(std::move(shingler)), room_(collection, beside) {}

Result<const FeatureBlock*> BlockShingler::shingle(std::span<const Document> documents, bool counted) {
  if (sets_.values.capacity() > kKeptFeatures) sets_ = {};
  sets_.clear();
  for (const Document& document : documents) {
    TEXTKIN_RETURN_IF_ERROR(room_.check(document, counted));
    if (counted) {
      shingler_->append_counted(document.text, sets_.values, sets_.weights);
    } else {
      shingler_->append_distinct(document.text, sets_.values);
    }
    sets_.offsets.push_back(sets_.values.size());
    if (collection_->text.weights == Weights::kSuffix && sets_.values.size() > collection_->shares.block_features)
      return too_many_copies(documents);
  }
  return &sets_;
}

// Ten bytes of a weighted item can be a million features: blocks of them are small, and still may be too large.
Status BlockShingler::too_many_copies(std::span<const Document> documents) {
  std::uint64_t copies = 0;
  for (const Document& document : documents) {
    sets_.values.clear();
    shingler_->append_distinct(document.text, sets_.values);
    copies += sets_.values.size();
  }
  return Status(
      Code::kExhausted,
      fmt::format("--memory {} is too little for the copies that --weight-unit {} makes of weighted items; {} would "
                  "do, or a larger unit",
                  collection_->shares.given.told(), collection_->text.weight_unit,
                  collection_->shares.given.told(run::memory_for_block_features(copies, collection_->threads))));
}

}  // namespace textkin::engine::read
