#include "engine/passage_pairs.h"

#include <algorithm>
#include <tuple>

namespace textkin::engine {

PassagePair total_of(std::span<const Passage> passages, const Columns& a, const Columns& b) {
  PassagePair pair{.a = passages[0].a, .b = passages[0].b, .a_words = a.counted.total(), .b_words = b.counted.total()};
  std::vector<WordSpan> in_a;
  std::vector<WordSpan> in_b;
  for (const Passage& passage : passages) {
    in_a.emplace_back(passage.a_first_word, passage.a_first_word + passage.a_words);
    in_b.emplace_back(passage.b_first_word, passage.b_first_word + passage.b_words);
    pair.passages += passage.counted() > 0;
    pair.longest = std::max(pair.longest, passage.counted());
    pair.words += passage.counted();
  }
  pair.a_matched = a.counted.in_union(in_a);
  pair.b_matched = b.counted.in_union(in_b);
  return pair;
}

void order(std::vector<Passage>& passages, std::vector<PassagePair>& pairs) {
  std::ranges::sort(passages, {}, [](const Passage& x) {
    return std::tuple(x.a, x.b, x.a_offset, x.b_offset, x.a_length, x.b_length);
  });
  std::ranges::sort(pairs, {}, [](const PassagePair& x) { return std::pair(x.a, x.b); });
  std::size_t at = 0;
  for (PassagePair& pair : pairs) {
    pair.begin = at;
    while (at < passages.size() && passages[at].a == pair.a && passages[at].b == pair.b) ++at;
    pair.end = at;
  }
}

void sum_up(std::span<const Passage> passages, PassageStats& stats) {
  stats.pairs = stats.passages = stats.excluded_pairs = 0;
  for (std::size_t i = 0; i < passages.size();) {
    const std::uint64_t before = stats.passages;
    const Passage& first = passages[i];
    for (; i < passages.size() && passages[i].a == first.a && passages[i].b == first.b; ++i)
      stats.passages += passages[i].counted() > 0;
    ++(stats.passages > before ? stats.pairs : stats.excluded_pairs);
  }
}

}  // namespace textkin::engine
