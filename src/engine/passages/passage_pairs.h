// Pairs of documents that share passages, and what their passages come to.
#pragma once

#include <span>
#include <vector>

#include "engine/passages/placed_texts.h"
#include "textkin/passage.h"

namespace textkin::engine::passages {

Passage passage_of(DocId a, DocId b, const WordColumns& in_a, const WordColumns& in_b, const align::WordSpans& spans);

// Of all passages of a and b, whose pieces are in `pieces`; `begin` and `end` are left to order().
PassagePair total_of(std::span<const Passage> passages, std::span<const Piece> pieces, const WordColumns& a,
                     const WordColumns& b);

// Behind the passages of the pair whose first one is passages[begin]; `passages` in order.
std::size_t pair_end(std::span<const Passage> passages, std::size_t begin);

// Sorts passages by (a, b, a_offset, b_offset, a_length, b_length) and pairs by (a, b), and lets each pair find its
// own.
void order(std::vector<Passage>& passages, std::vector<PassagePair>& pairs);

// Counts pairs and passages, those that count and the others; `passages` in order.
void sum_up(std::span<const Passage> passages, PassageStats& stats);

}  // namespace textkin::engine::passages
