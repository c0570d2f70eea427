// TrimOptions: which repeats are taken out of documents, and what is written of it.
#pragma once

#include <cstdint>
#include <string>

#include "text/places/text_units.h"
#include "textkin/words.h"

namespace textkin::engine::trim {

enum class PieceKind { kPassage, kLine, kParagraph, kSentence };
inline constexpr Words<PieceKind, 4> kPieceWords{{{"passage", PieceKind::kPassage},
                                                  {"line", PieceKind::kLine},
                                                  {"paragraph", PieceKind::kParagraph},
                                                  {"sentence", PieceKind::kSentence}}};

// What a piece of a text is: a unit of it, or a run of its words that is just long enough.
struct PieceSpec {
  PieceKind kind = PieceKind::kPassage;
  std::uint32_t least = 50;  // words; a unit of fewer is left alone
  bool bytes = false;        // of passages: `least` are bytes of the normalised words with one space between

  bool is_passage() const { return kind == PieceKind::kPassage; }
};

inline constexpr std::uint32_t kLeastWordsOfUnit = 8;

// Of TrimOptions::drops_emptied.
inline constexpr Words<bool, 2> kEmptiedWords{{{"keep", false}, {"drop", true}}};

struct TrimOptions {
  PieceSpec pieces;
  std::string output = "-";    // a file, "-", or a folder (ends in '/' or is one): shards stay shards
  std::string keep = "first";  // whose text leads
  std::string removed;         // --removed FILE.jsonl; empty: none
  bool drops_emptied = false;  // documents of which nothing is left are not written
  bool check = false;          // nothing is written but --removed, --stats and --problems
};

}  // namespace textkin::engine::trim
