// WordGrams: where each run of a few words stands in a text. Runs are as long as their words weigh (word_weight.h): a
// run of three words is one of twelve characters of Thai.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/common_runs.h"
#include "base/free_room.h"
#include "hash/mix.h"
#include "textkin/word_weight.h"

namespace textkin::align {

// The words from `at` on that weigh `length` whole ones, or less where the next would make it more.
struct Gram {
  std::uint64_t hash = 0;
  std::uint32_t words = 0;  // 0: not so many are left
};

inline Gram gram_at(Words words, std::size_t at, std::uint32_t length, std::uint64_t seed = 0) {
  Gram gram{seed, 0};
  std::uint32_t left = length * kWordWeight;
  for (; at < words.size() && left > 0; ++at) {
    const std::uint32_t weight = weight_of(words[at]);
    if (weight > left) return gram;
    left -= weight;
    gram.hash = hash::mix64(gram.hash ^ words[at]);
    ++gram.words;
  }
  return left == 0 ? gram : Gram{};
}

// What a word is compared by where it stands alone: itself, or, where it weighs less than a whole one, those that do
// with it; a hash that equals none where too few are left.
inline std::uint64_t whole_from(Words words, std::size_t at) {
  if (weight_of(words[at]) == kWordWeight) return words[at];
  const Gram gram = gram_at(words, at, 1);
  return gram.words == 0 ? hash::mix64(words[at] ^ ~std::uint64_t{at}) : gram.hash;
}

// Hash and first word of a run.
using GramPlace = std::pair<std::uint64_t, std::uint32_t>;

// Sorts runs that are numbered by their words: places[i].second is i.
void sort_grams(std::span<GramPlace> places);

class WordGrams {
 public:
  using Place = GramPlace;

  // Replaces what was there by the runs of `length` words of a text.
  void index(Words words, std::uint32_t length) {
    places_.clear();
    places_.reserve(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Gram gram = gram_at(words, i, length);
      if (gram.words == 0) break;
      places_.emplace_back(gram.hash, static_cast<std::uint32_t>(i));
    }
    sort_grams(places_);
  }

  // By hash, then place.
  std::span<const Place> all() const { return places_; }
  void free() { base::free_room(places_); }

 private:
  std::vector<Place> places_;
};

// Calls body(places in a, places in b) for each hash that both have, ascending.
template <class Body>
void for_shared_grams(std::span<const WordGrams::Place> in_a, std::span<const WordGrams::Place> in_b, Body body) {
  const auto group = [](std::span<const WordGrams::Place> rest) {
    std::size_t size = 1;
    while (size < rest.size() && rest[size].first == rest[0].first) ++size;
    return rest.first(size);
  };
  while (!in_a.empty() && !in_b.empty()) {
    const std::span<const WordGrams::Place> x = group(in_a);
    const std::span<const WordGrams::Place> y = group(in_b);
    if (x[0].first == y[0].first) body(x, y);
    if (x[0].first <= y[0].first) in_a = in_a.subspan(x.size());
    if (y[0].first <= x[0].first) in_b = in_b.subspan(y.size());
  }
}

}  // namespace textkin::align
