#include "engine/passages/placed_texts.h"

#include <fmt/format.h>

#include <iterator>

#include "base/free_room.h"
#include "engine/passages/program_shingles.h"

namespace textkin::engine::passages {

void WordColumns::set(std::span<const text::LocatedWord> located) {
  words.clear();
  begin.clear();
  end.clear();
  words.reserve(located.size());
  begin.reserve(located.size());
  end.reserve(located.size());
  for (const text::LocatedWord& word : located) {
    words.push_back(word.hash);
    begin.push_back(word.begin);
    end.push_back(word.end);
  }
  counted.set(static_cast<std::uint32_t>(located.size()), {}, 0);
  shingles.clear();
  base::free_room(grams);
}

PlacedTexts::PlacedTexts(const read::Collection& collection, const text::WordKind& kind, const Exclusions& exclusions,
                         const align::CommonPassages& common, std::uint64_t memory)
    : collection_(collection),
      programs_(kind.code != nullptr),
      exclusions_(exclusions),
      common_(common),
      documents_(collection.table),
      reader_(collection.settings, collection.list, collection.spool),
      locator_(kind),
      finder_(exclusions),
      most_(memory) {}

Result<std::uint32_t> PlacedTexts::words_of(DocId doc) {
  const auto found = held_.find(doc);
  if (found != held_.end()) return found->second.columns.counted.words();
  TEXTKIN_RETURN_IF_ERROR(documents_.read_record(doc, row_));
  return row_.size;
}

void PlacedTexts::clear() {
  held_.clear();
  order_.clear();
  bytes_ = 0;
  base::free_room(words_);
}

Result<const WordColumns*> PlacedTexts::get(DocId doc) {
  const auto found = held_.find(doc);
  if (found != held_.end()) {
    order_.splice(order_.end(), order_, found->second.place);
    return &found->second.columns;
  }
  TEXTKIN_RETURN_IF_ERROR(documents_.read_record(doc, row_));
  TEXTKIN_ASSIGN_OR_RETURN(std::string_view text, reader_.text(row_.record));
  words_.reserve(row_.size);
  locator_.locate(text, words_);
  if (words_.size() != row_.size)
    return Status(Code::kBadInput, fmt::format("{} changed while it was read; run again on files that stand still",
                                               collection_.place(row_.record)));
  order_.push_back(doc);
  HeldText& held = held_[doc];
  held.place = std::prev(order_.end());
  held.columns.set(words_);
  finder_.find(text, words_, common_.of(doc), excluded_);
  if (programs_) held.columns.shingles = program_shingles(held.columns.words, excluded_);
  held.columns.counted.set(row_.size, excluded_, exclusions_.counted);
  bytes_ += held.columns.bytes();
  while (bytes_ > most_ && order_.size() > 2) {
    const auto oldest = held_.find(order_.front());
    bytes_ -= oldest->second.columns.bytes();
    held_.erase(oldest);
    order_.pop_front();
  }
  return &held.columns;
}

}  // namespace textkin::engine::passages
