// Pairs of documents that share passages, and what their passages come to.
#pragma once

#include <span>
#include <vector>

#include "engine/placed_texts.h"
#include "textkin/passage.h"

namespace textkin::engine {

Passage passage_of(DocId a, DocId b, const Columns& in_a, const Columns& in_b, const align::WordSpans& spans);

// Of all passages of a and b; `begin` and `end` are left to order().
PassagePair total_of(std::span<const Passage> passages, const Columns& a, const Columns& b);

// Behind the passages of the pair whose first one is passages[begin]; `passages` in order.
std::size_t pair_end(std::span<const Passage> passages, std::size_t begin);

// Sorts passages by (a, b, a_offset, b_offset, a_length, b_length) and pairs by (a, b), and lets each pair find its
// own.
void order(std::vector<Passage>& passages, std::vector<PassagePair>& pairs);

// Counts pairs and passages, those that count and the others; `passages` in order.
void sum_up(std::span<const Passage> passages, PassageStats& stats);

}  // namespace textkin::engine
