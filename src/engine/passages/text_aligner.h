// TextAligner: the passages of two texts whose words are at hand: aligned, or of programs tiled, what is excluded left
// out.
//
// It knows nothing of where texts lie, so that pairs of a collection and a text that streams by are aligned alike.
// Threads: one each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/aligner.h"
#include "align/code_tiles.h"
#include "align/exclusions/own_passages.h"
#include "align/piece_finder.h"
#include "engine/passages/placed_texts.h"
#include "textkin/passage.h"

namespace textkin::engine::passages {

class TextAligner {
 public:
  // `programs`: of source code, whose seeds say only that there is something.
  TextAligner(const align::AlignSpec& spec, bool programs)
      : spec_(spec), programs_(programs), aligner_(spec), own_(spec) {}

  // Finds the passages; `seeds` are used up. 0, or how many bytes it needs that are more than `room`: then nothing is
  // found and `seeds` stay.
  std::uint64_t align(const WordColumns& a, const WordColumns& b, std::vector<align::Seed>& seeds, std::uint64_t room);
  // The same from passages of the two that were found while less was excluded.
  std::uint64_t cut(const WordColumns& a, const WordColumns& b, std::span<const Passage> passages, std::uint64_t room);

  // What was found last, by (a_begin, b_begin, a_end, b_end).
  std::vector<align::WordSpans>& spans() { return spans_; }
  // Appends the pieces of one of them, or of a part of it, to `out`; returns their words.
  std::uint32_t find_pieces(const WordColumns& a, const WordColumns& b, const align::WordSpans& spans,
                            std::vector<Piece>& out);

  // Room for a large pair must not stay behind it.
  void free();

 private:
  std::uint64_t tile(const WordColumns& a, const WordColumns& b, std::uint64_t room);

  align::AlignSpec spec_;
  bool programs_;
  align::Aligner aligner_;
  align::OwnPassages own_;
  align::CodeTiles tiles_;
  align::PieceFinder finder_;
  std::vector<align::WordSpans> spans_;
};

}  // namespace textkin::engine::passages
