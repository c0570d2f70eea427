// Pairs of documents that share passages, and what their passages come to.
#pragma once

#include <span>
#include <vector>

#include "engine/placed_texts.h"
#include "textkin/passage.h"

namespace textkin::engine {

// Of all passages of a and b; `begin` and `end` are left to order().
PassagePair total_of(std::span<const Passage> passages, const Columns& a, const Columns& b);

// Sorts passages by (a, b, a_offset, b_offset, a_length, b_length) and pairs by (a, b), and lets each pair find its
// own.
void order(std::vector<Passage>& passages, std::vector<PassagePair>& pairs);

// Counts pairs and passages, those that count and the others; `passages` in order.
void sum_up(std::span<const Passage> passages, PassageStats& stats);

}  // namespace textkin::engine
