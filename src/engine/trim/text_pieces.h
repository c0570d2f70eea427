// TextPieces: the pieces of one text after the other: its units, or at each word the shortest run of words that is long
// enough for a passage; with their hashes, and marks by which repeats are looked for cheaply.
//
// The mark of a unit is its hash. That of a passage is the least hash of the runs of half its length in it, so that
// equal passages have equal marks, and of some N / 4 passages in a row only one mark is another (winnowing; Schleimer,
// Wilkerson and Aiken 2003). Hashes of runs are polynomials modulo 2^61 - 1 in a base drawn from the key.
// Threads: one each. Memory: 24 bytes a word, 8 more for passages. Cost: some 20 ns a word.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/trim/seen_twice.h"
#include "engine/trim/trim_options.h"
#include "hash/key.h"
#include "text/places/normal_words.h"
#include "text/places/text_units.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::engine::trim {

// A piece that may stand elsewhere too.
struct Candidate {
  std::uint64_t hash = 0;
  std::uint32_t piece = 0;
  std::uint32_t words = 0;
};

// Words [begin, end) of a text.
struct WordSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  std::uint32_t size() const { return end - begin; }
};

// A text as its words and units.
struct CutText {
  std::vector<text::NormalWord> words;
  std::vector<std::uint32_t> unit_ends;    // bytes; of passages none
  std::vector<std::uint32_t> first_words;  // of each unit, and behind the last

  WordSpan words_of(const PieceSpec& spec, std::uint32_t piece) const;
  std::uint32_t begin_of_unit(std::uint32_t unit) const { return unit == 0 ? 0 : unit_ends[unit - 1]; }
  std::uint64_t bytes() const;  // of memory
};

class TextPieces {
 public:
  static constexpr std::uint64_t kBytesAWord = 40;  // in memory, with what it grows by

  // kInvalidArgument for normalisers that need more than a word.
  static Result<std::unique_ptr<TextPieces>> make(const PieceSpec& spec, const TextSpec& text, const hash::Key& key);

  // Takes the next text. `text` must live while its pieces are asked for.
  void read(std::string_view text);
  void forget();                                     // frees what a huge text has left
  std::uint64_t count_words(std::string_view text);  // at least; without room for them

  const CutText& cut() const { return cut_; }
  std::uint64_t short_units() const { return short_units_; }  // of the text: with words, too few of them

  // Appends a mark for each place that is one of a piece's.
  void append_marks(std::vector<std::uint64_t>& out);
  // Appends the pieces whose mark came twice, in order.
  void append_candidates(const SeenTwice& marks, std::vector<Candidate>& out);

  // Whether words of two texts are spelled alike.
  bool same(std::string_view a, std::string_view b) { return normal_.same(a, b); }

 private:
  struct Run {
    std::uint64_t hash;
    std::uint32_t begin;
  };

  TextPieces(const PieceSpec& spec, text::NormalWords normal, const hash::Key& key);
  std::uint64_t run_hash(std::uint32_t begin, std::uint32_t end) const;
  std::uint64_t unit_hash(WordSpan words) const;
  void find_units(std::string_view text);
  template <class Visit>
  void for_passages(Visit visit);
  template <class Visit>
  void for_units(Visit visit) const;

  PieceSpec spec_;
  text::NormalWords normal_;
  std::optional<text::UnitCutter> cutter_;
  std::uint64_t base_;
  std::vector<std::uint64_t> powers_;
  CutText cut_;
  std::vector<std::uint64_t> prefixes_;  // hash of the first words
  std::uint64_t short_units_ = 0;
  std::vector<Run> queue_;
};

}  // namespace textkin::engine::trim
