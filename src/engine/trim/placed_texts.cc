#include "engine/trim/placed_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/utf8.h"

namespace textkin::engine::trim {
namespace {

constexpr std::size_t kStretch = 4096;

std::uint32_t count_characters(std::string_view text) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(text, [](char byte) { return !base::continues_character(byte); }));
}

}  // namespace

PlacedText::PlacedText(std::string_view text, CutText cut) : text_(text), cut_(std::move(cut)) {
  std::uint32_t characters = 0;
  for (std::size_t at = 0; at < text_.size(); at += kStretch) {
    counted_.push_back(characters);
    characters += count_characters(text.substr(at, kStretch));
  }
}

std::uint32_t PlacedText::characters_before(std::uint32_t at) const {
  if (counted_.empty()) return 0;
  const std::size_t stretch = std::min<std::size_t>(at / kStretch, counted_.size() - 1);
  const std::size_t begin = stretch * kStretch;
  return counted_[stretch] + count_characters(text().substr(begin, at - begin));
}

std::uint64_t PlacedText::bytes() const {
  return text_.capacity() + cut_.bytes() + counted_.capacity() * sizeof(std::uint32_t);
}

PlacedTexts::PlacedTexts(const read::Collection& collection, TextPieces& pieces, std::uint64_t memory)
    : collection_(collection),
      pieces_(pieces),
      documents_(collection.table),
      records_(collection.settings, collection.list, collection.spool),
      most_(memory) {}

Result<DocumentRecord> PlacedTexts::record(DocId doc) {
  TEXTKIN_RETURN_IF_ERROR(documents_.read_record(doc, row_));
  return row_.record;
}

void PlacedTexts::clear() {
  held_.clear();
  places_.clear();
  bytes_ = 0;
  pieces_.forget();
}

Result<const PlacedText*> PlacedTexts::get(DocId doc) {
  if (const auto known = places_.find(doc); known != places_.end()) {
    held_.splice(held_.begin(), held_, known->second);
    return &known->second->text;
  }
  TEXTKIN_RETURN_IF_ERROR(documents_.read_record(doc, row_));
  TEXTKIN_ASSIGN_OR_RETURN(const std::string_view text, records_.text(row_.record));
  pieces_.read(text);
  if (pieces_.cut().words.size() != row_.size)
    return Status(Code::kBadInput, fmt::format("{} changed while it was read; run again on files that stand still",
                                               collection_.place(row_.record)));
  held_.push_front({doc, PlacedText(text, pieces_.cut())});
  places_[doc] = held_.begin();
  bytes_ += held_.front().text.bytes();
  while (bytes_ > most_ && held_.size() > 2) {
    bytes_ -= held_.back().text.bytes();
    places_.erase(held_.back().doc);
    held_.pop_back();
  }
  return &held_.front().text;
}

}  // namespace textkin::engine::trim
