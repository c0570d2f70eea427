// Rows of the vault: which keys there are, and what stands under them.
//
//   m NAME      of the index: "spec", how it was made; "state"
//   d NUMBER    a document (archive/entry.h), removed ones too; numbers ascend in the order of adding, without gaps
//   t NUMBER    its text, in the family of texts
//   k NUMBER    its keys (archive/band_keys.h), until a segment has them
//   i ID        the number of the document that has this id now
//   g NUMBER    a segment: from this document on
//   p NAME      a checkpoint of who adds, as it was given
//   c NUMBER    when documents from this one on were added (archive/times.h)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "textkin/document.h"

namespace textkin::archive {

inline constexpr char kOfIndex = 'm';
inline constexpr char kOfDocument = 'd';
inline constexpr char kOfText = 't';
inline constexpr char kOfKeys = 'k';
inline constexpr char kOfId = 'i';
inline constexpr char kOfSegment = 'g';
inline constexpr char kOfCheckpoint = 'p';
inline constexpr char kOfTime = 'c';

// How an index was made: options as they are typed, with their values, in order. What they mean the engine knows.
using Words = std::vector<std::pair<std::string, std::string>>;

std::string encode(const Words& words);
bool decode(std::string_view bytes, Words& out);

// Changes with every commit.
struct State {
  std::uint64_t identity = 0;    // of the index; segments bear it
  std::uint64_t sequence = 0;    // commits that changed something
  DocId next = 0;                // the number of the next document
  DocId alive = 0;               // documents that are there
  std::uint32_t segments = 0;    // that were ever made: their names are numbers
  std::uint64_t purged = 0;      // the sequence before which there are no answers
                                 // any more; 0: none was purged
  std::uint64_t text_bytes = 0;  // of the documents that are there
};

std::string encode(const State& state);
bool decode(std::string_view bytes, State& out);

// Of documents [first, last); the key has `first`.
struct SegmentRow {
  DocId first = 0;
  DocId last = 0;
  std::uint32_t name = 0;

  std::string file_name() const { return std::to_string(name) + ".keys"; }
};

std::string encode(const SegmentRow& row);
bool decode(std::string_view key, std::string_view bytes, SegmentRow& out);

}  // namespace textkin::archive
