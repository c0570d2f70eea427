#include "engine/read/block_shingler.h"

#include <fmt/format.h>

#include <utility>

#include "engine/run/memory_shares.h"
#include "text/catalog.h"

namespace textkin::engine::read {
namespace {

// Room that is kept from block to block, in features.
constexpr std::size_t kKeptFeatures = 2u << 20;

// No text becomes more: by NFKC three bytes of U+FDFA are 33, of 4 words and 18 characters.
constexpr std::uint64_t kMostBytesOfAByte = 11;
constexpr std::uint64_t kMostUnitsOfAByte = 6;

// Most texts are so small that nothing they might become is too large; only others are measured. K-mers are as many as
// bytes, and copies of weighted items are counted as they are made.
std::uint64_t bytes_that_fit(const Collection& collection) {
  const TextSpec& text = collection.text;
  if (text.unit == ShingleUnit::kKmer || text.weights == Weights::kSuffix) return ~std::uint64_t{0};
  constexpr std::uint64_t kSome = 1u << 20;
  const std::uint64_t at_worst =
      run::memory_of_a_text(text, kSome, kMostBytesOfAByte * kSome, kMostUnitsOfAByte * kSome, true);
  return collection.shares.one_text / (at_worst / kSome + 1);
}

}  // namespace

Result<BlockShingler> BlockShingler::make(const Collection& collection) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Shingler> shingler, text::make_shingler(collection.text));
  return BlockShingler(collection, std::move(shingler));
}

BlockShingler::BlockShingler(const Collection& collection, std::unique_ptr<Shingler> shingler)
    : collection_(&collection), shingler_(std::move(shingler)), fits_(bytes_that_fit(collection)) {}

Result<const FeatureBlock*> BlockShingler::shingle(std::span<const Document> documents, bool counted) {
  if (sets_.values.capacity() > kKeptFeatures) sets_ = {};
  sets_.clear();
  for (const Document& document : documents) {
    if (document.text.size() > fits_) TEXTKIN_RETURN_IF_ERROR(check_room(document, counted));
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

Status BlockShingler::check_room(const Document& document, bool counted) {
  const TextSpec& text = collection_->text;
  const std::uint64_t bytes = document.text.size();
  if (gauge_ == nullptr) {
    TEXTKIN_ASSIGN_OR_RETURN(gauge_, text::make_text_gauge(text));
  }
  const text::TextSize size = gauge_->measure(document.text);
  const std::uint64_t needed = run::memory_of_a_text(text, bytes, size.normalized, size.units, counted);
  if (needed <= collection_->shares.one_text) return {};
  return Status(Code::kExhausted,
                fmt::format("{}: a document of {} bytes, {} {} in them, does not fit in --memory; {} "
                            "would do",
                            collection_->place(document.record), bytes, size.units,
                            text.unit == ShingleUnit::kCharacter ? "characters" : "words",
                            collection_->shares.given.told(needed + needed / 8 + collection_->shares.asked_windows)));
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
