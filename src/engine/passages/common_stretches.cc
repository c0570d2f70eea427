#include "engine/passages/common_stretches.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace textkin::engine::passages {
namespace {

using align::CommonPlace;
using align::WordSpan;

std::uint32_t middle_of(std::span<const CommonPlace> places) {
  std::vector<std::uint32_t> documents;
  for (const CommonPlace& place : places) documents.push_back(place.documents);
  const auto middle = documents.begin() + static_cast<std::ptrdiff_t>(documents.size() / 2);
  std::ranges::nth_element(documents, middle);
  return *middle;
}

bool is_most_of(const WordSpan& passage, const WordSpan& stretch) {
  const std::uint32_t begin = std::max(passage.first, stretch.first);
  const std::uint32_t end = std::min(passage.second, stretch.second);
  return begin < end && 2 * (end - begin) > stretch.second - stretch.first;
}

}  // namespace

void tell_common(std::span<const CommonPlace> places, const align::WinnowSpec& spec,
                 std::vector<shared::SharedPassage>& shared) {
  std::multimap<DocId, std::pair<std::size_t, WordSpan>> told;  // of the passages that are in `shared` by now
  for (std::size_t i = 0; i < shared.size(); ++i)
    for (const shared::SharedPlace& place : shared[i].places) told.emplace(place.doc, std::pair(i, place.words));
  std::vector<shared::SharedPassage> more;
  for (std::size_t begin = 0, end = 0; begin < places.size(); begin = end) {
    const DocId doc = places[begin].doc;
    for (end = begin + 1;
         end < places.size() && places[end].doc == doc && places[end].place - places[end - 1].place <= spec.window;)
      ++end;
    const WordSpan words{places[begin].place, places[end - 1].place + spec.run};
    if (words.second - words.first < spec.run + spec.window - 1) continue;
    const std::uint32_t documents = middle_of(places.subspan(begin, end - begin));
    bool is_told = false;
    for (auto [at, behind] = told.equal_range(doc); at != behind; ++at) {
      if (!is_most_of(at->second.second, words)) continue;
      shared::SharedPassage& passage = shared[at->second.first];
      passage.documents = std::max(passage.documents, documents);
      // The stretch is some words shorter than what they have, at both ends.
      const WordSpan& all = at->second.second;
      if (words.second - words.first + 2 * spec.window >= all.second - all.first)
        passage.whole = std::max(passage.whole, documents);
      is_told = true;
    }
    if (!is_told) more.push_back({words.second - words.first, documents, documents, {{doc, words}}});
  }
  shared.insert(shared.end(), more.begin(), more.end());
  std::ranges::stable_sort(shared, std::ranges::greater{},
                           [](const shared::SharedPassage& x) { return std::uint64_t{x.words} * x.documents; });
  if (shared.size() > shared::kMostSharedPassages) shared.resize(shared::kMostSharedPassages);
}

}  // namespace textkin::engine::passages
