// PlacedTexts: texts read again and cut into words, the latest of them held.
#pragma once

#include <list>
#include <span>
#include <unordered_map>
#include <vector>

#include "align/aligner.h"
#include "align/counted_words.h"
#include "align/exclusions/common_passages.h"
#include "engine/passages/exclusions.h"
#include "engine/read/collection.h"
#include "input/reading/record_reader.h"
#include "store/document_reader.h"
#include "text/places/located_words.h"

namespace textkin::engine::passages {

// Words of a text as columns, as the aligner takes them.
struct WordColumns {
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> end;
  align::CountedWords counted;
  std::vector<std::uint64_t> shingles;  // of a program; see program_shingles.h
  mutable align::WordGrams grams;       // as soon as a pair needs them
  bool of_many_threads = false;         // then grams are there from the beginning, or not at all

  // Words and places; all words count.
  void set(std::span<const text::LocatedWord> located);
  align::PlacedWords view() const {
    return {words, begin, end, of_many_threads && grams.all().empty() ? nullptr : &grams};
  }
  std::uint64_t bytes() const {
    return words.size() * (16 + sizeof(align::WordGrams::Place)) + 8 * shingles.size() + counted.bytes();
  }
};

// Threads: one each.
class PlacedTexts {
 public:
  // All must outlive it.
  PlacedTexts(const read::Collection& collection, const text::WordKind& kind, const Exclusions& exclusions,
              const align::CommonPassages& common, std::uint64_t memory);

  // Words of a document.
  Result<std::uint32_t> words_of(DocId doc);
  // Holds none of them any more, and no room for one.
  void clear();

  // Lives until the next call but one at least. kBadInput where the text is not what it was.
  Result<const WordColumns*> get(DocId doc);

 private:
  struct HeldText {
    WordColumns columns;
    std::list<DocId>::iterator place;
  };
  const read::Collection& collection_;
  const bool programs_;
  const Exclusions& exclusions_;
  const align::CommonPassages& common_;
  store::DocumentReader documents_;
  store::DocumentRow row_;
  input::RecordReader reader_;
  text::WordLocator locator_;
  ExclusionFinder finder_;
  std::vector<text::LocatedWord> words_;
  std::vector<ExcludedSpan> excluded_;
  std::uint64_t most_;
  std::uint64_t bytes_ = 0;
  std::list<DocId> order_;  // the oldest first
  std::unordered_map<DocId, HeldText> held_;
};

}  // namespace textkin::engine::passages
