#include "engine/shared/shared_passages.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace textkin::engine::shared {
namespace {

using align::WordSpan;

std::uint32_t size_of(const WordSpan& words) { return words.second - words.first; }

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

// Who has most of a stretch, its own document among them, ascending. Two of a class that was compared with an archive
// alone do not meet: who has most of it as one of the others has it, has it too.
std::vector<SharedPlace> all_with(const Stretch& stretch, const SharedPlaces& places, Compared compared) {
  std::vector<SharedPlace> others;
  places.with_most_of(stretch.doc, stretch.words, others);
  std::map<DocId, WordSpan> all{{stretch.doc, stretch.words}};
  for (const SharedPlace& other : others) all.emplace(other.doc, other.words);
  std::vector<SharedPlace> further;
  for (const SharedPlace& other : others) {
    if (compared == Compared::kAll) break;
    places.with_most_of(other.doc, other.words, further);
    for (const auto& [doc, words] : further)
      if (2 * (words.second - words.first) > stretch.words.second - stretch.words.first) all.emplace(doc, words);
  }
  std::vector<SharedPlace> out;
  out.reserve(all.size());
  for (const auto& [doc, words] : all) out.push_back({doc, words});
  return out;
}

// Words that three quarters of them have: one has more who wrote, or had running heads, in between.
std::uint32_t words_of_most(std::span<const SharedPlace> places) {
  std::vector<std::uint32_t> words;
  for (const SharedPlace& place : places) words.push_back(place.words.second - place.words.first);
  const auto least = words.begin() + static_cast<std::ptrdiff_t>((3 * words.size() + 3) / 4 - 1);
  std::ranges::nth_element(words, least, std::ranges::greater{});
  return *least;
}

}  // namespace

std::vector<SharedPassage> shared_passages(std::span<const Passage> passages, const SharedPlaces& places,
                                           std::uint32_t least, Compared compared) {
  std::vector<SharedPlace> others;
  std::vector<std::pair<DocId, WordSpan>> spans;
  for (const Passage& x : passages) {
    // Where all were compared the first document of a stretch has a passage with each of the others; else each of its
    // documents may be the one that has them, and any two of them have passages with all together.
    const bool all = compared == Compared::kAll;
    if (places.parts_of(x.a) + (all ? 1 : places.parts_of(x.b)) < least) continue;
    spans.push_back({x.a, {x.a_first_word, x.a_first_word + x.a_words}});
    if (!all) spans.push_back({x.b, {x.b_first_word, x.b_first_word + x.b_words}});
  }
  keep_one_of_each(spans);
  std::vector<std::pair<DocId, WordSpan>> cores;
  for (const auto& [doc, words] : spans) {
    places.with_most_of(doc, words, others);
    if (compared == Compared::kAll && others.size() + 1 < least) continue;
    for (const WordSpan& core : places.cores(doc, words, static_cast<std::uint32_t>((3 * others.size() + 3) / 4)))
      cores.emplace_back(doc, core);
  }
  keep_one_of_each(cores);
  std::vector<Stretch> stretches;
  for (const auto& [doc, words] : cores) {
    places.with_most_of(doc, words, others);
    if (compared == Compared::kAll && others.size() + 1 < least) continue;
    stretches.push_back({doc, words, static_cast<std::uint32_t>(others.size() + 1)});
  }
  std::ranges::sort(stretches, {}, [](const Stretch& x) { return std::tuple(~x.size(), x.doc, x.words); });
  std::vector<SharedPassage> out;
  std::map<DocId, std::vector<Told>> told;
  for (const Stretch& stretch : stretches) {
    if (out.size() == kMostSharedPassages) break;
    if (is_told(stretch, told[stretch.doc])) continue;
    std::vector<SharedPlace> all = all_with(stretch, places, compared);
    const auto documents = static_cast<std::uint32_t>(all.size());
    if (documents < least) continue;
    for (const SharedPlace& place : all) told[place.doc].push_back({place.words, documents});
    const std::uint32_t words = words_of_most(all);
    // Who has a half of it and no more, has most of it, and not all.
    const auto whole = std::ranges::count_if(all, [&](const SharedPlace& x) { return size_of(x.words) >= words; });
    out.push_back({words, documents, static_cast<std::uint32_t>(whole), std::move(all)});
  }
  std::ranges::stable_sort(out, std::ranges::greater{},
                           [](const SharedPassage& x) { return std::uint64_t{x.words} * x.documents; });
  return out;
}

}  // namespace textkin::engine::shared
