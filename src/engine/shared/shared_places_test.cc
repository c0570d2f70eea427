#include "engine/shared/shared_places.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace textkin::engine::shared {
namespace {

// Few documents and words, so that passages overlap, hold each other and end before the words that are asked about.
rc::Gen<Passage> any_passage() {
  return rc::gen::apply(
      [](std::uint32_t a, std::uint32_t further, std::uint32_t at, std::uint32_t there, std::uint32_t words) {
        Passage x;
        x.a = DocId{a};
        x.b = DocId{a + further};
        x.a_first_word = at;
        x.b_first_word = there;
        x.a_words = x.b_words = words;
        return x;
      },
      rc::gen::inRange(0u, 3u), rc::gen::inRange(1u, 3u), rc::gen::inRange(0u, 60u), rc::gen::inRange(0u, 60u),
      rc::gen::inRange(1u, 40u));
}

RC_GTEST_PROP(SharedPlaces, WhoHasMostOfAStretchIsWhoseWordsAreCounted, ()) {
  const auto passages = *rc::gen::container<std::vector<Passage>>(*rc::gen::inRange<std::size_t>(0, 30), any_passage());
  const auto doc = *rc::gen::inRange(0u, 5u);
  const auto begin = *rc::gen::inRange(0u, 90u);
  const auto end = begin + *rc::gen::inRange(1u, 20u);

  std::map<DocId, std::set<std::uint32_t>> words;  // of the stretch, that each other document has
  const auto count = [&](DocId here, DocId other, std::uint32_t first, std::uint32_t many) {
    if (here != DocId{doc}) return;
    for (std::uint32_t word = first; word < first + many; ++word)
      if (begin <= word && word < end) words[other].insert(word);
  };
  for (const Passage& x : passages) {
    count(x.a, x.b, x.a_first_word, x.a_words);
    count(x.b, x.a, x.b_first_word, x.b_words);
  }
  std::vector<DocId> expected;
  for (const auto& [other, counted] : words)
    if (2 * counted.size() > end - begin) expected.push_back(other);

  std::vector<SharedPlace> found;
  SharedPlaces(passages).with_most_of(DocId{doc}, {begin, end}, found);
  std::vector<DocId> others;
  for (const SharedPlace& place : found) others.push_back(place.doc);
  RC_ASSERT(others == expected);
}

// Stretches that so many have, word by word, and those joined that lie as near as words that were edited.
RC_GTEST_PROP(SharedPlaces, CoresAreWhatSoManyHave, ()) {
  const auto passages = *rc::gen::container<std::vector<Passage>>(*rc::gen::inRange<std::size_t>(0, 30), any_passage());
  const auto doc = *rc::gen::inRange(0u, 5u);
  const auto begin = *rc::gen::inRange(0u, 90u);
  const auto end = begin + *rc::gen::inRange(1u, 60u);
  const auto least = *rc::gen::inRange(1u, 4u);

  std::vector<std::set<DocId>> having(200);
  for (const Passage& x : passages)
    for (std::uint32_t word = 0; word < x.a_words; ++word) {
      if (x.a == DocId{doc}) having[x.a_first_word + word].insert(x.b);
      if (x.b == DocId{doc}) having[x.b_first_word + word].insert(x.a);
    }
  std::vector<align::WordSpan> expected;
  for (std::uint32_t word = begin; word < end; ++word) {
    if (having[word].size() < least) continue;
    if (expected.empty() || word > expected.back().second + 10) expected.emplace_back(word, word);
    expected.back().second = word + 1;
  }
  RC_ASSERT(SharedPlaces(passages).cores(DocId{doc}, {begin, end}, least) == expected);
}

}  // namespace
}  // namespace textkin::engine::shared
