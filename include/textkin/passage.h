// Passage: a span of one document and a span of another that were made from each other.
//
// Offsets and lengths are code points of the original texts, counted from 0; words are those of the aligner.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "textkin/document.h"
#include "textkin/exclusion.h"
#include "textkin/run_facts.h"

namespace textkin {

// Words [a_first_word, a_first_word + words) of one document that are the same as [b_first_word, b_first_word + words)
// of the other.
struct Piece {
  std::uint32_t a_first_word = 0;
  std::uint32_t b_first_word = 0;
  std::uint32_t words = 0;

  bool operator==(const Piece&) const = default;
};

struct Passage {
  DocId a = kNoDoc;
  DocId b = kNoDoc;
  std::uint32_t a_offset = 0;
  std::uint32_t a_length = 0;
  std::uint32_t b_offset = 0;
  std::uint32_t b_length = 0;
  std::uint32_t a_words = 0;
  std::uint32_t b_words = 0;
  std::uint32_t equal = 0;    // words that are the same on both sides, one to one, moved ones too: those of its pieces
  std::uint32_t longest = 0;  // words of the longest run that was found to be the same on both sides
  std::uint32_t a_first_word = 0;
  std::uint32_t b_first_word = 0;
  std::uint32_t a_counted = 0;  // words that are not excluded
  std::uint32_t b_counted = 0;
  std::uint32_t pieces = 0;  // [first_piece, first_piece + pieces) of all, where pieces are kept
  std::uint64_t first_piece = 0;

  // The share of the longer side's words that are the same on the other side.
  double identity() const {
    const std::uint32_t words = a_words > b_words ? a_words : b_words;
    return words == 0 ? 0.0 : static_cast<double>(equal) / words;
  }
  // Words that count, on the side where they are fewer. A passage without any does not count.
  std::uint32_t counted() const { return a_counted < b_counted ? a_counted : b_counted; }
  bool operator==(const Passage&) const = default;
};

// A pair of documents and what its passages come to. What is excluded is left out of every number.
struct PassagePair {
  DocId a = kNoDoc;
  DocId b = kNoDoc;
  std::size_t begin = 0;  // its passages: [begin, end) of all
  std::size_t end = 0;
  std::uint32_t a_words = 0;  // of the document
  std::uint32_t b_words = 0;
  std::uint32_t a_matched = 0;  // of them in its passages, each counted once
  std::uint32_t b_matched = 0;
  std::uint32_t a_equal = 0;  // of them in pieces of the passages that count, each counted once
  std::uint32_t b_equal = 0;
  std::uint32_t passages = 0;  // that count
  std::uint32_t longest = 0;   // words of the longest of them, on the side where it has fewer; 0: none counts
  std::uint64_t words = 0;     // the same, summed over all
  double similarity = -1;      // of two programs as wholes, what is excluded included; below 0: of texts, not computed
};

// A stretch that stands in many documents.
struct SharedByMany {
  std::uint32_t words = 0;
  std::uint32_t documents = 0;  // that have most of it
  std::uint32_t whole = 0;      // of them those that have so many words of it; 0: nobody counted
};

// What a run of `passages` did, in numbers.
struct PassageStats : RunFacts {
  std::string normalize;                  // what folded source code; empty: prose
  std::string sensitivity;                // strict, normal or short
  std::string sensitivity_text;           // what was measured for it, a line for a person
  std::uint32_t guarantee = 0;            // words: every shared run of so many was found, but for common ones
  std::uint32_t run = 0;                  // words of a fingerprint
  std::uint32_t window = 0;               // fingerprints of which one is kept
  std::uint32_t max_gap = 0;              // characters
  std::uint32_t min_length = 0;           // characters
  std::uint32_t common = 0;               // documents beyond which a fingerprint is common
  std::uint64_t against_documents = 0;    // of all documents, those of --against
  std::string index;                      // the folder of the index whose documents those are; empty: files
  std::uint64_t sequence = 0;             // of the index, of which the answer is
  bool within = true;                     // documents of INPUT were compared with each other
  std::uint64_t persons = 0;              // whose folders documents lie in, where these are asked for
  std::uint64_t pairs_of_one_person = 0;  // of documents, which were not compared
  std::uint64_t words = 0;
  std::uint64_t fingerprints = 0;             // kept in the index
  std::uint64_t common_fingerprints = 0;      // different ones that were cut
  std::uint64_t candidates = 0;               // pairs of documents that share a fingerprint
  std::uint64_t pairs = 0;                    // of documents with a passage that counts
  std::uint64_t passages = 0;                 // that count
  std::uint64_t excluded_pairs = 0;           // whose passages all lie in what is excluded
  ExclusionSet excluded = 0;                  // kinds that are not counted
  std::uint32_t shared_by = 0;                // documents: passages with more others are common
  std::vector<SharedByMany> shared_passages;  // the greatest first; empty too where nobody looked for them
  // Words of each kind in the documents that share passages; a word may be of several kinds.
  std::array<std::uint64_t, kExclusionKinds> excluded_words{};
};

}  // namespace textkin
