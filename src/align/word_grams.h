// WordGrams: where each run of a few words stands in a text.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "align/common_runs.h"
#include "hash/mix.h"

namespace textkin::align {

// Of the words [at, at + length).
inline std::uint64_t gram_hash(Words words, std::size_t at, std::uint32_t length) {
  std::uint64_t hash = 0;
  for (std::uint32_t i = 0; i < length; ++i) hash = hash::mix64(hash ^ words[at + i]);
  return hash;
}

class WordGrams {
 public:
  using Place = std::pair<std::uint64_t, std::uint32_t>;  // hash, first word

  // Replaces what was there by the runs of `length` words of a text.
  void index(Words words, std::uint32_t length) {
    places_.clear();
    places_.reserve(words.size());
    for (std::size_t i = 0; i + length <= words.size(); ++i)
      places_.emplace_back(gram_hash(words, i, length), static_cast<std::uint32_t>(i));
    std::ranges::sort(places_);
  }

  // By hash, then place.
  std::span<const Place> all() const { return places_; }
  void free() { places_ = {}; }

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
