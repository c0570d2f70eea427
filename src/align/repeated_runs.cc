#include "align/repeated_runs.h"

#include <algorithm>
#include <limits>

#include "align/word_grams.h"

namespace textkin::align {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

bool has_repeats(std::vector<Seed>& seeds, std::uint32_t Seed::* side) {
  std::ranges::sort(seeds, {}, side);
  for (std::size_t i = 0; i + kMostPlaces <= seeds.size(); ++i)
    if (seeds[i].*side == seeds[i + kMostPlaces - 1].*side) return true;
  return false;
}

// Covers the places of `words` that have a partner with the runs from there on, each as long as it is.
template <class Add>
void cover(Words words, Words other, std::uint32_t length, const std::vector<std::uint32_t>& partner, Add add) {
  for (std::uint32_t i = 0; i < partner.size();) {
    if (partner[i] == kNone) {
      ++i;
      continue;
    }
    std::uint32_t equal = 0;
    while (i + equal < words.size() && partner[i] + equal < other.size() &&
           words[i + equal] == other[partner[i] + equal])
      ++equal;
    add(i, partner[i]);
    const std::uint32_t end = i + equal;
    for (++i; i < end; ++i) {
      const std::uint32_t size = gram_at(words, i, length).words;
      if (size == 0 || i + size > end) break;
    }
  }
}

}  // namespace

bool is_repetitive(std::vector<Seed>& seeds) {
  return seeds.size() >= kMostPlaces && (has_repeats(seeds, &Seed::a) || has_repeats(seeds, &Seed::b));
}

void add_repeated_runs(Words a, Words b, std::uint32_t length, SeedCounter& seeds) {
  WordGrams in_a, in_b;
  in_a.index(a, length);
  in_b.index(b, length);
  std::vector<std::uint32_t> of_a(a.size(), kNone);
  std::vector<std::uint32_t> of_b(b.size(), kNone);
  for_shared_grams(in_a.all(), in_b.all(),
                   [&](std::span<const WordGrams::Place> x, std::span<const WordGrams::Place> y) {
                     if (x.size() <= kMostPlaces && y.size() <= kMostPlaces) return;
                     for (const auto& [hash, at] : x) of_a[at] = y[0].second;
                     for (const auto& [hash, at] : y) of_b[at] = x[0].second;
                   });
  for_shared_grams(in_a.all(), in_b.all(),
                   [&](std::span<const WordGrams::Place> x, std::span<const WordGrams::Place> y) {
                     if (x.size() > kMostPlaces || y.size() > kMostPlaces) return;
                     for (const auto& [hash, at_a] : x)
                       for (const auto& [same, at_b] : y)
                         // Where the words before are equal too, their seed, if they have one, is of the same run.
                         if (at_a == 0 || at_b == 0 || a[at_a - 1] != b[at_b - 1] || of_a[at_a - 1] != kNone)
                           seeds.add(at_a, at_b);
                   });
  cover(a, b, length, of_a, [&](std::uint32_t at, std::uint32_t partner) { seeds.add(at, partner); });
  cover(b, a, length, of_b, [&](std::uint32_t at, std::uint32_t partner) { seeds.add(partner, at); });
}

}  // namespace textkin::align
