// FoundPassages: the passages that a collection's documents share, and what is known besides.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "align/exclusions/common_passages.h"
#include "engine/passages/exclusions.h"
#include "engine/passages/persons.h"
#include "engine/read/collection.h"
#include "engine/shared/shared_passages.h"
#include "engine/shared/shared_places.h"
#include "text/places/located_words.h"
#include "textkin/passage.h"

namespace textkin::engine::passages {

struct FoundPassages {
  text::WordKind words;
  Persons persons;
  read::Collection collection;
  Exclusions exclusions;
  align::CommonPassages common;
  std::vector<Passage> passages;   // ascending by (a, b, a_offset, b_offset, a_length, b_length)
  std::vector<Piece> pieces;       // of passages, each with its own, if PassagesOptions::totals; some of none any more
  std::vector<PassagePair> pairs;  // by (a, b), if PassagesOptions::totals
  // Where what is common is looked for: of all passages, those that are left out too.
  std::unique_ptr<shared::SharedPlaces> places;
  std::vector<shared::SharedPassage> shared;
  PassageStats stats;  // but for command, seconds, and peak memory
  // What became of the first kMostProblems files and lines that could not be used, a line for a person each.
  std::vector<std::string> problems;
  static constexpr std::size_t kMostProblems = 1000;
};

}  // namespace textkin::engine::passages
