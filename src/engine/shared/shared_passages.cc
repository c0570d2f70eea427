#include "engine/shared/shared_passages.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace textkin::engine::shared {
namespace {

using align::WordSpan;

struct Stretch {
  DocId doc;
  WordSpan words;
  std::uint32_t documents;

  std::uint64_t size() const { return std::uint64_t{words.second - words.first} * documents; }
};

void keep_one_of_each(std::vector<std::pair<DocId, WordSpan>>& stretches) {
  std::ranges::sort(stretches);
  stretches.erase(std::unique(stretches.begin(), stretches.end()), stretches.end());
}

struct Told {
  WordSpan words;
  std::uint32_t documents;
};

// Whether most of the stretch is in what was told already of that document, of nearly as many documents.
bool is_told(const Stretch& stretch, std::span<const Told> told) {
  std::uint32_t words = 0;
  for (const Told& x : told) {
    if (5 * std::uint64_t{x.documents} < 4 * std::uint64_t{stretch.documents}) continue;
    const std::uint32_t begin = std::max(x.words.first, stretch.words.first);
    const std::uint32_t end = std::min(x.words.second, stretch.words.second);
    if (begin < end) words += end - begin;
  }
  return 2 * words > stretch.words.second - stretch.words.first;
}

}  // namespace

std::vector<SharedPassage> shared_passages(std::span<const Passage> passages, const SharedPlaces& places,
                                           std::uint32_t least) {
  std::vector<SharedPlace> others;
  std::vector<std::pair<DocId, WordSpan>> spans;
  for (const Passage& x : passages)
    if (places.parts_of(x.a) + 1 >= least) spans.push_back({x.a, {x.a_first_word, x.a_first_word + x.a_words}});
  keep_one_of_each(spans);
  std::vector<std::pair<DocId, WordSpan>> cores;
  for (const auto& [doc, words] : spans) {
    places.with_most_of(doc, words, others);
    if (others.size() + 1 < least) continue;
    for (const WordSpan& core : places.cores(doc, words, static_cast<std::uint32_t>((3 * others.size() + 3) / 4)))
      cores.emplace_back(doc, core);
  }
  keep_one_of_each(cores);
  std::vector<Stretch> stretches;
  for (const auto& [doc, words] : cores) {
    places.with_most_of(doc, words, others);
    if (others.size() + 1 >= least) stretches.push_back({doc, words, static_cast<std::uint32_t>(others.size() + 1)});
  }
  std::ranges::sort(stretches, {}, [](const Stretch& x) { return std::tuple(~x.size(), x.doc, x.words); });
  std::vector<SharedPassage> out;
  std::map<DocId, std::vector<Told>> told;
  for (const Stretch& stretch : stretches) {
    if (out.size() == kMostSharedPassages) break;
    if (is_told(stretch, told[stretch.doc])) continue;
    places.with_most_of(stretch.doc, stretch.words, others);
    others.push_back({stretch.doc, stretch.words});
    std::ranges::sort(others, {}, &SharedPlace::doc);
    const auto documents = static_cast<std::uint32_t>(others.size());
    for (const SharedPlace& place : others) told[place.doc].push_back({place.words, documents});
    out.push_back({stretch.words.second - stretch.words.first, documents, others});
  }
  std::ranges::stable_sort(out, std::ranges::greater{},
                           [](const SharedPassage& x) { return std::uint64_t{x.words} * x.documents; });
  return out;
}

}  // namespace textkin::engine::shared
