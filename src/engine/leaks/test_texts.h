// TestTexts: the words of the test sets, all in memory, and where their fingerprints stand.
//
// Passages are looked for from this side: a text that streams by asks for each of its fingerprints which items have it.
// Nothing is too common to count. Memory: some 40 bytes a word of an item, and 300 an item. Threads: any number at
// once, once it is made.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "align/winnow.h"
#include "engine/leaks/hash_bits.h"
#include "engine/passages/passage_memory.h"
#include "engine/passages/placed_texts.h"
#include "engine/read/collection.h"
#include "engine/run/read_options.h"
#include "text/places/located_words.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::engine::leaks {

// A pair is aligned alone with one of so many parts of the memory.
inline constexpr std::uint64_t kAlignedAloneParts = 4;
// Who is refused a text is told at once what it needs with one of its size, though texts are told of a larger part.
inline constexpr std::uint64_t kPartsOfText = kAlignedAloneParts / passages::kAloneParts;
inline constexpr std::uint64_t kBytesAWordOfPairs = kPartsOfText * passages::kBytesAnAlignedWord;
constexpr std::uint64_t alone_in_pairs(std::uint64_t needed) { return (needed + kPartsOfText - 1) / kPartsOfText; }

class TestTexts {
 public:
  // `tests` names the test sets as INPUT. kExhausted where they need more than a quarter of the memory.
  static Result<std::unique_ptr<TestTexts>> read(const run::Reading& tests, const text::WordKind& kind,
                                                 const align::WinnowSpec& spec, Progress& progress);

  // Where an item has a fingerprint: at word `place`.
  struct Place {
    std::uint64_t fingerprint;
    DocId item;
    std::uint32_t place;

    auto operator<=>(const Place&) const = default;
  };
  // By item, then place; at most align::kMostPostings of an item. Cost: a bit of a table, which most miss.
  std::span<const Place> with(std::uint64_t fingerprint) const;

  const read::Collection& collection() const { return collection_; }
  const passages::WordColumns& words_of(DocId item) const { return texts_[item]; }
  // Words of all items have numbers: those of an item follow each other from this one on.
  std::uint64_t first_word_of(DocId item) const { return first_words_[item]; }
  std::uint64_t words() const { return first_words_.back(); }
  // Of memory.
  std::uint64_t bytes() const { return bytes_; }

 private:
  TestTexts() = default;

  read::Collection collection_;
  std::vector<passages::WordColumns> texts_;
  std::vector<std::uint64_t> first_words_{0};  // one more than items
  HashBits bits_;
  std::vector<Place> places_;  // ascending
  std::uint64_t bytes_ = 0;
};

}  // namespace textkin::engine::leaks
