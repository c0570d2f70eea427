// Passage: a span of one document and a span of another that were made from each other.
//
// Offsets and lengths are code points of the original texts, counted from 0; words are those of the aligner.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "textkin/document.h"

namespace textkin {

struct Passage {
  DocId a = kNoDoc;
  DocId b = kNoDoc;
  std::uint32_t a_offset = 0;
  std::uint32_t a_length = 0;
  std::uint32_t b_offset = 0;
  std::uint32_t b_length = 0;
  std::uint32_t a_words = 0;
  std::uint32_t b_words = 0;
  std::uint32_t equal = 0;    // words of both sides that are equal
  std::uint32_t longest = 0;  // words of the longest run that is the same on both sides

  // The share of aligned words that are equal.
  double identity() const {
    const std::uint32_t words = a_words > b_words ? a_words : b_words;
    return words == 0 ? 0.0 : static_cast<double>(equal) / words;
  }
  bool operator==(const Passage&) const = default;
};

// What a run of `passages` did, in numbers.
struct PassageStats {
  std::string command;
  std::uint32_t guarantee = 0;   // words: every shared run of so many was found, but for common ones
  std::uint32_t run = 0;         // words of a fingerprint
  std::uint32_t window = 0;      // fingerprints of which one is kept
  std::uint32_t max_gap = 0;     // characters
  std::uint32_t min_length = 0;  // characters
  std::uint32_t common = 0;      // documents beyond which a fingerprint is common
  std::uint64_t documents = 0;
  std::uint64_t empty = 0;  // of them without a word
  std::uint64_t problems = 0;
  std::uint64_t words = 0;
  std::uint64_t fingerprints = 0;         // kept in the index
  std::uint64_t common_fingerprints = 0;  // different ones that were cut
  std::uint64_t candidates = 0;           // pairs of documents that share a fingerprint
  std::uint64_t pairs = 0;                // of documents with a passage
  std::uint64_t passages = 0;
  std::vector<std::pair<std::string, double>> seconds;
  std::uint64_t input_bytes = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t spilled_bytes = 0;
  unsigned threads = 1;
};

}  // namespace textkin
