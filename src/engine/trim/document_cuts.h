// DocumentCuts: what of one document goes, looked up word by word in both texts, and where it stands.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/trim/place_code.h"
#include "engine/trim/placed_texts.h"
#include "engine/trim/text_pieces.h"
#include "engine/trim/trim_options.h"
#include "textkin/character_span.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::engine::trim {

// Pieces [first, last] of a document that go for pieces of another, or of the same one, that stay.
struct ChosenRun {
  Place first;  // the document by its DocId
  Place last;
  Place first_stays;
  Place last_stays;
};

// A stretch that goes.
struct Cut {
  CharacterSpan characters;
  std::uint32_t words = 0;
  DocId kept = kNoDoc;
  std::uint32_t kept_offset = 0;  // characters of that document
};

struct DocumentCuts {
  std::vector<Cut> cuts;             // ascending, apart
  std::vector<CharacterSpan> spans;  // what is taken out: those, or, where no word is left, all of the text
  std::uint64_t words = 0;           // that go
  std::uint64_t characters = 0;
  bool emptied = false;  // no word is left
};

// `runs` of the document, ascending. A run whose words are not spelled alike (their hashes collided) does not go.
Result<DocumentCuts> cut_document(DocId doc, std::span<const ChosenRun> runs, const PieceSpec& spec, TextPieces& pieces,
                                  PlacedTexts& texts);

}  // namespace textkin::engine::trim
