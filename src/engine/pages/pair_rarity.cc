#include "engine/pages/pair_rarity.h"

#include <algorithm>
#include <set>

namespace textkin::engine::pages {

std::vector<std::uint32_t> elsewhere(const shared::SharedPlaces& places, std::span<const Passage> passages) {
  std::vector<std::uint32_t> out;
  std::vector<shared::SharedPlace> others;
  std::set<std::uint64_t> whose;
  const auto besides = [&](DocId doc, std::uint32_t first, std::uint32_t words, DocId other) {
    places.with_most_of(doc, {first, first + words}, others);
    whose.clear();
    for (const shared::SharedPlace& place : others) whose.insert(places.whose(place.doc));
    whose.erase(places.whose(doc));
    whose.erase(places.whose(other));
    return static_cast<std::uint32_t>(whose.size());
  };
  for (const Passage& x : passages)
    out.push_back(std::max(besides(x.a, x.a_first_word, x.a_words, x.b), besides(x.b, x.b_first_word, x.b_words, x.a)));
  return out;
}

void RareWords::set(DocId doc) {
  places_.only_with_one(doc, only_);
  std::ranges::stable_sort(only_, {}, &shared::SharedPlace::doc);
}

std::uint32_t RareWords::with(DocId other, std::vector<align::WordSpan>& equal,
                              const align::CountedWords& counted) const {
  std::ranges::sort(equal);
  std::vector<align::WordSpan> rare;
  const auto only = std::ranges::equal_range(only_, other, {}, &shared::SharedPlace::doc);
  auto next = only.begin();
  for (const auto& [begin, end] : equal) {
    while (next != only.end() && next->words.second <= begin) ++next;
    for (auto at = next; at != only.end() && at->words.first < end; ++at)
      rare.emplace_back(std::max(begin, at->words.first), std::min(end, at->words.second));
  }
  return counted.in_union(rare);
}

}  // namespace textkin::engine::pages
