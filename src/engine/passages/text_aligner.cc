#include "engine/passages/text_aligner.h"

#include "base/free_room.h"
#include "engine/passages/passage_memory.h"

namespace textkin::engine::passages {
namespace {

// Words of a side from which on its scratch memory is not kept for the next.
constexpr std::uint32_t kLongPassage = 1u << 16;

// What OwnPassages needs.
std::uint64_t for_own_words(const WordColumns& a, const WordColumns& b) {
  return a.counted.all() && b.counted.all() ? 0 : (a.words.size() + b.words.size()) * kBytesAnOwnWord;
}

}  // namespace

std::uint64_t TextAligner::align(const WordColumns& a, const WordColumns& b, std::vector<align::Seed>& seeds,
                                 std::uint64_t room) {
  const std::uint64_t own = for_own_words(a, b);
  if (own > room) return own;
  const std::uint64_t besides =
      programs_ ? tile(a, b, room - own) : aligner_.align(a.view(), b.view(), seeds, spans_, room - own);
  if (besides > 0) return own + besides;
  if (!programs_) own_.cut(a.view(), b.view(), a.counted, b.counted, spans_);
  return 0;
}

std::uint64_t TextAligner::cut(const WordColumns& a, const WordColumns& b, std::span<const Passage> passages,
                               std::uint64_t room) {
  aligner_ = align::Aligner(spec_);  // whose runs are another pair's
  spans_.clear();
  for (const Passage& x : passages)
    spans_.push_back({.a_begin = x.a_first_word,
                      .a_end = x.a_first_word + x.a_words,
                      .b_begin = x.b_first_word,
                      .b_end = x.b_first_word + x.b_words,
                      .equal = x.equal,
                      .longest = x.longest});
  const std::uint64_t own = for_own_words(a, b);
  if (own > room) return own;
  if (!programs_) {
    own_.cut(a.view(), b.view(), a.counted, b.counted, spans_);
    return 0;
  }
  const std::uint64_t besides = tile(a, b, room - own);
  return besides > 0 ? own + besides : 0;
}

// Tiles are a quarter shorter than what is guaranteed: where a statement was put in, the rest of its line is one.
std::uint64_t TextAligner::tile(const WordColumns& a, const WordColumns& b, std::uint64_t room) {
  const std::uint32_t least = spec_.guarantee - spec_.guarantee / 4;
  return tiles_.find(a.view(), b.view(), a.counted, b.counted, least, spans_, room);
}

// Of a long passage, what aligned it leaves its room.
std::uint32_t TextAligner::find_pieces(const WordColumns& a, const WordColumns& b, const align::WordSpans& spans,
                                       std::vector<Piece>& out) {
  const bool is_long = spans.a_words() > kLongPassage || spans.b_words() > kLongPassage;
  if (is_long) aligner_ = align::Aligner(spec_);
  static_assert(align::Aligner::kFineRun <= align::PieceFinder::kLeastTile);
  const std::uint32_t equal = finder_.find(a.words, b.words, spans, out, aligner_.shared_runs());
  if (is_long) finder_ = {};
  return equal;
}

void TextAligner::free() {
  aligner_ = align::Aligner(spec_);
  own_ = align::OwnPassages(spec_);
  base::free_room(tiles_);
  finder_ = {};
}

}  // namespace textkin::engine::passages
