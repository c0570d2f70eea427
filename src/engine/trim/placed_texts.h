// PlacedTexts: texts read again with their pieces and the places of their characters, the latest of them held: one that
// stays for many is asked for again and again.
//
// Threads: one each.
#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/read/collection.h"
#include "engine/trim/text_pieces.h"
#include "input/reading/record_reader.h"
#include "store/document_reader.h"
#include "textkin/status.h"

namespace textkin::engine::trim {

class PlacedText {
 public:
  PlacedText(std::string_view text, CutText cut);

  std::string_view text() const { return text_; }
  const CutText& cut() const { return cut_; }
  std::string_view word(std::uint32_t number) const {
    const text::NormalWord& word = cut_.words[number];
    return std::string_view(text_).substr(word.begin, word.end - word.begin);
  }
  // Code points before byte `at`. Cost: a look at 4 KiB at most.
  std::uint32_t characters_before(std::uint32_t at) const;
  std::uint64_t bytes() const;  // of memory

 private:
  std::string text_;
  CutText cut_;
  std::vector<std::uint32_t> counted_;  // characters before each stretch
};

class PlacedTexts {
 public:
  // All must outlive it. At most about `memory` bytes are held, or two texts.
  PlacedTexts(const read::Collection& collection, TextPieces& pieces, std::uint64_t memory);

  // Lives until the next call but one at least. kBadInput where the text is not what it was.
  Result<const PlacedText*> get(DocId doc);
  // The record of a document alone.
  Result<DocumentRecord> record(DocId doc);
  void clear();

 private:
  struct Held {
    DocId doc;
    PlacedText text;
  };
  const read::Collection& collection_;
  TextPieces& pieces_;
  store::DocumentReader documents_;
  store::DocumentRow row_;
  input::RecordReader records_;
  std::uint64_t most_;
  std::uint64_t bytes_ = 0;
  std::list<Held> held_;  // the latest first
  std::unordered_map<DocId, std::list<Held>::iterator> places_;
};

}  // namespace textkin::engine::trim
