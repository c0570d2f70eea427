#include "engine/passages/text_fingerprints.h"

#include <algorithm>
#include <utility>

#include "align/fingerprint_join.h"
#include "base/free_room.h"
#include "engine/passages/passage_memory.h"

namespace textkin::engine::passages {
namespace {

// What a text is read in to count its words, and of how many fingerprints only the first places are handed on.
constexpr std::size_t kCountedAtOnce = 1u << 20;
constexpr std::size_t kManyFingerprints = 1u << 12;

// Words of `text`, but for those at the borders of its pieces.
std::uint64_t count_words(std::string_view text, text::WordLocator& locator, std::vector<text::LocatedWord>& scratch) {
  std::uint64_t words = 0;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    end = std::min(text.size(), begin + kCountedAtOnce);
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    locator.locate(text.substr(begin, end - begin), scratch);
    words += scratch.size() + 1;
  }
  return words;
}

// Leaves out places of a fingerprint that join_fingerprints() would not look at.
void leave_out_repeats(std::vector<align::Fingerprint>& chosen) {
  if (chosen.size() < kManyFingerprints) return;
  std::ranges::sort(chosen, {}, [](const align::Fingerprint& x) { return std::pair(x.hash, x.place); });
  std::size_t kept = 0;
  std::size_t of_hash = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const align::Fingerprint x = chosen[i];
    of_hash = kept > 0 && chosen[kept - 1].hash == x.hash ? of_hash + 1 : 1;
    if (of_hash <= align::kMostPostings) chosen[kept++] = x;
  }
  chosen.resize(kept);
}

// `bytes` beside the text, or what comes later where that is more; 0 where `bytes` have room.
std::uint64_t more_than_there_is(const Document& document, const read::Collection& collection, std::uint64_t bytes,
                                 std::uint64_t later, std::uint64_t of_pair) {
  const std::uint64_t of_text = kBytesATextByte * document.text.size();
  return of_text + bytes <= room_alone(collection) ? 0 : std::max(of_text + std::max(bytes, later), of_pair);
}

bool is_alone(const Document& document, const read::Collection& collection) {
  return document.text.size() > collection.shares.alone;
}

}  // namespace

void TextFingerprints::locate(std::string_view text, const Look& look) {
  locator_.locate(text, located_);
  look(located_);
  words_.clear();
  words_.reserve(located_.size());
  for (const text::LocatedWord& word : located_) words_.push_back(word.hash);
}

void TextFingerprints::choose_of_words() {
  winnower_.choose(words_, chosen_);
  all_chosen_ = chosen_.size();
  leave_out_repeats(chosen_);
}

void TextFingerprints::choose(std::string_view text) {
  locate(text, [](const auto&) {});
  choose_of_words();
}

Status TextFingerprints::choose(const Document& document, const read::Collection& collection, const Look& look) {
  const std::uint64_t needed = choose_or_tell(document, collection, look, 0);
  return needed == 0 ? Status() : too_many_words(collection, collection.place(document.record), needed);
}

std::uint64_t TextFingerprints::choose_or_tell(const Document& document, const read::Collection& collection,
                                               const Look& look, std::uint64_t bytes_a_word_of_pairs) {
  const bool alone = is_alone(document, collection);
  std::uint64_t needed = alone ? make_room(document, collection, bytes_a_word_of_pairs) : 0;
  if (needed == 0) locate(document.text, look);
  if (needed == 0 && alone) needed = make_room_to_choose(document, collection, bytes_a_word_of_pairs);
  if (needed == 0) {
    choose_of_words();
  } else {
    free();
  }
  return needed;
}

void TextFingerprints::end(const Document& document, const read::Collection& collection) {
  if (is_alone(document, collection)) free();
}

void TextFingerprints::free() {
  base::free_room(located_);
  base::free_room(words_);
  base::free_room(chosen_);
}

std::uint64_t TextFingerprints::make_room(const Document& document, const read::Collection& collection,
                                          std::uint64_t of_pairs) {
  const std::uint64_t words = count_words(document.text, locator_, located_);
  free();
  // Of a text of one word again and again all may be chosen.
  const std::uint64_t needed = more_than_there_is(document, collection, words * kBytesALocatedWord,
                                                  words * (kBytesAWord + kBytesAFingerprint), 2 * words * of_pairs);
  if (needed == 0) located_.reserve(words);
  return needed;
}

std::uint64_t TextFingerprints::make_room_to_choose(const Document& document, const read::Collection& collection,
                                                    std::uint64_t of_pairs) {
  base::free_room(located_);
  const std::size_t chosen = winnower_.count(words_);
  const std::uint64_t needed = more_than_there_is(
      document, collection, words_.size() * kBytesAWord + chosen * kBytesAFingerprint, 0, 2 * words_.size() * of_pairs);
  if (needed == 0) chosen_.reserve(chosen);
  return needed;
}

}  // namespace textkin::engine::passages
