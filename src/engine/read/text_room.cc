#include "engine/read/text_room.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/run/memory_shares.h"
#include "text/catalog.h"

namespace textkin::engine::read {
namespace {

// No text becomes more: by NFKC three bytes of U+FDFA are 33, of 4 words and 18 characters.
constexpr std::uint64_t kMostBytesOfAByte = 11;
constexpr std::uint64_t kMostUnitsOfAByte = 6;

// K-mers are as many as bytes, and copies of weighted items are counted as they are made.
std::uint64_t bytes_that_fit(const TextSpec& text, const BesideText& beside, std::uint64_t room) {
  if (text.unit == ShingleUnit::kKmer || text.weights == Weights::kSuffix) return ~std::uint64_t{0};
  constexpr std::uint64_t kSome = 1u << 20;
  const std::uint64_t at_worst =
      run::memory_of_a_text(text, kSome, kMostBytesOfAByte * kSome, kMostUnitsOfAByte * kSome, true) +
      (beside.a_byte * kMostBytesOfAByte + beside.a_unit * kMostUnitsOfAByte) * kSome;
  return room / (at_worst / kSome + 1);
}

std::uint64_t room_beside(std::uint64_t all, const BesideText& beside) {
  all -= all / 8 * beside.eighths;
  return all - std::min(all, beside.bytes);
}

}  // namespace

TextRoom::TextRoom(const Collection& collection, const BesideText& beside)
    : collection_(&collection),
      beside_(beside),
      room_(room_beside(collection.shares.one_text, beside)),
      fits_(bytes_that_fit(collection.text, beside, room_)) {}

Status TextRoom::measure(const Document& document, bool counted) {
  const TextSpec& text = collection_->text;
  const std::uint64_t bytes = document.text.size();
  if (gauge_ == nullptr) {
    TEXTKIN_ASSIGN_OR_RETURN(gauge_, text::make_text_gauge(text));
  }
  const text::TextSize size = gauge_->measure(document.text);
  const std::uint64_t needed = run::memory_of_a_text(text, bytes, size.normalized, size.units, counted) +
                               beside_.a_byte * std::max(bytes, size.normalized) + beside_.a_unit * size.units;
  if (needed <= room_) return {};
  const run::MemoryShares& shares = collection_->shares;
  const std::uint64_t of_all = std::max((needed + needed / 8 + beside_.bytes) * 8 / (8 - beside_.eighths),
                                        bytes * collection_->later_a_byte);
  return Status(Code::kExhausted,
                fmt::format("{}: a document of {} bytes, {} {} in them, does not fit in --memory; {} would do",
                            collection_->place(document.record), bytes, size.units,
                            text.unit == ShingleUnit::kCharacter ? "characters" : "words",
                            shares.given.told(of_all + shares.asked_windows)));
}

}  // namespace textkin::engine::read
