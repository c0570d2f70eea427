#include "engine/passages/passage_pairs.h"

#include <algorithm>
#include <tuple>

namespace textkin::engine::passages {

Passage passage_of(DocId a, DocId b, const WordColumns& in_a, const WordColumns& in_b, const align::WordSpans& spans) {
  const std::uint32_t a_offset = in_a.begin[spans.a_begin];
  const std::uint32_t b_offset = in_b.begin[spans.b_begin];
  return {.a = a,
          .b = b,
          .a_offset = a_offset,
          .a_length = in_a.end[spans.a_end - 1] - a_offset,
          .b_offset = b_offset,
          .b_length = in_b.end[spans.b_end - 1] - b_offset,
          .a_words = spans.a_words(),
          .b_words = spans.b_words(),
          .equal = spans.equal,
          .longest = spans.longest,
          .a_first_word = spans.a_begin,
          .b_first_word = spans.b_begin,
          .a_counted = in_a.counted.in(spans.a_begin, spans.a_end),
          .b_counted = in_b.counted.in(spans.b_begin, spans.b_end)};
}

PassagePair total_of(std::span<const Passage> passages, std::span<const Piece> pieces, const WordColumns& a,
                     const WordColumns& b) {
  PassagePair pair{.a = passages[0].a, .b = passages[0].b, .a_words = a.counted.total(), .b_words = b.counted.total()};
  std::vector<align::WordSpan> in_a;
  std::vector<align::WordSpan> in_b;
  std::vector<align::WordSpan> equal_in_a;
  std::vector<align::WordSpan> equal_in_b;
  for (const Passage& passage : passages) {
    in_a.emplace_back(passage.a_first_word, passage.a_first_word + passage.a_words);
    in_b.emplace_back(passage.b_first_word, passage.b_first_word + passage.b_words);
    pair.passages += passage.counted() > 0;
    pair.longest = std::max(pair.longest, passage.counted());
    pair.words += passage.counted();
    if (passage.counted() == 0) continue;
    for (const Piece& piece : pieces.subspan(passage.first_piece, passage.pieces)) {
      equal_in_a.emplace_back(piece.a_first_word, piece.a_first_word + piece.words);
      equal_in_b.emplace_back(piece.b_first_word, piece.b_first_word + piece.words);
    }
  }
  pair.a_matched = a.counted.in_union(in_a);
  pair.b_matched = b.counted.in_union(in_b);
  pair.a_equal = a.counted.in_union(equal_in_a);
  pair.b_equal = b.counted.in_union(equal_in_b);
  return pair;
}

std::size_t pair_end(std::span<const Passage> passages, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < passages.size() && passages[end].a == passages[begin].a && passages[end].b == passages[begin].b) ++end;
  return end;
}

void order(std::vector<Passage>& passages, std::vector<PassagePair>& pairs) {
  std::ranges::sort(passages, {}, [](const Passage& x) {
    return std::tuple(x.a, x.b, x.a_offset, x.b_offset, x.a_length, x.b_length);
  });
  std::ranges::sort(pairs, {}, [](const PassagePair& x) { return std::pair(x.a, x.b); });
  std::size_t at = 0;
  for (PassagePair& pair : pairs) {
    pair.begin = at;
    pair.end = at = pair_end(passages, at);
  }
}

void sum_up(std::span<const Passage> passages, PassageStats& stats) {
  stats.pairs = stats.passages = stats.excluded_pairs = 0;
  for (std::size_t begin = 0, end = 0; begin < passages.size(); begin = end) {
    end = pair_end(passages, begin);
    const auto counting = std::ranges::count_if(passages.subspan(begin, end - begin),
                                                [](const Passage& passage) { return passage.counted() > 0; });
    stats.passages += static_cast<std::uint64_t>(counting);
    ++(counting > 0 ? stats.pairs : stats.excluded_pairs);
  }
}

}  // namespace textkin::engine::passages
