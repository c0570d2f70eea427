#include "align/winnow.h"

#include <algorithm>
#include <bit>

#include "align/word_grams.h"
#include "hash/mix.h"
#include "textkin/word_weight.h"

namespace textkin::align {
namespace {

constexpr std::uint32_t kUsualRun = 5;
// Keeps a run of words apart from the word itself, and from features of other kinds.
constexpr std::uint64_t kWinnowSeed = 0x77696E6E6F77ull;

}  // namespace

WinnowSpec WinnowSpec::for_guarantee(std::uint32_t guarantee) {
  const std::uint32_t run = std::min(kUsualRun, (guarantee + 1) / 2);
  return {run, guarantee - run + 1};
}

template <class Take>
void Winnower::for_chosen_by_weight(std::span<const std::uint64_t> words, Take take) {
  const std::uint32_t of_run = spec_.run * kWordWeight;
  const std::uint32_t of_window = (spec_.window - 1) * kWordWeight;
  // As many places as a window may have, if each word had the least weight.
  const std::size_t mask = std::bit_ceil(std::min<std::size_t>(of_window + 1, words.size()) + 1) - 1;
  queue_.resize(mask + 1);
  std::size_t front = 0;
  std::size_t back = 0;
  std::uint64_t left = weight_of(words);  // from the window on
  std::uint64_t inside = 0;               // between the window's begin and the next run
  std::size_t next = 0;
  std::uint32_t last = ~std::uint32_t{0};
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    for (; next < words.size() && inside <= of_window; inside += weight_of(words[next++])) {
      const Gram gram = gram_at(words, next, spec_.run, kWinnowSeed);
      if (gram.words == 0) break;
      while (back > front && queue_[(back - 1) & mask].hash >= gram.hash) --back;
      queue_[back++ & mask] = {gram.hash, static_cast<std::uint32_t>(next)};
    }
    if (back == front || (begin > 0 && left < of_window + of_run)) return;
    const Fingerprint& chosen = queue_[front & mask];
    if (chosen.place != last) take(chosen);
    last = chosen.place;
    if (chosen.place == begin) ++front;
    left -= weight_of(words[begin]);
    inside -= weight_of(words[begin]);
  }
}

// Holds no more than a window, for a text may be all of the memory.
template <class Take>
void Winnower::for_chosen(std::span<const std::uint64_t> words, Take take) {
  if (!all_whole(words)) {
    for_chosen_by_weight(words, take);
    return;
  }
  if (words.size() < spec_.run) return;
  const std::size_t runs = words.size() - spec_.run + 1;
  const std::size_t first_end = std::min<std::size_t>(spec_.window, runs);
  // [front, back) of the ring are the candidates of the window: places with rising hashes, of which none has an equal
  // or lesser one behind it.
  const std::size_t mask = std::bit_ceil(first_end + 1) - 1;
  queue_.resize(mask + 1);
  std::size_t front = 0;
  std::size_t back = 0;
  std::uint32_t last = ~std::uint32_t{0};
  for (std::size_t i = 0; i < runs; ++i) {
    std::uint64_t hash = kWinnowSeed;
    for (std::uint32_t j = 0; j < spec_.run; ++j) hash = hash::mix64(hash ^ words[i + j]);
    while (back > front && queue_[(back - 1) & mask].hash >= hash) --back;
    queue_[back++ & mask] = {hash, static_cast<std::uint32_t>(i)};
    if (i + 1 < first_end) continue;
    if (queue_[front & mask].place + spec_.window <= i) ++front;
    const Fingerprint& chosen = queue_[front & mask];
    if (chosen.place != last) take(chosen);
    last = chosen.place;
  }
}

void Winnower::choose(std::span<const std::uint64_t> words, std::vector<Fingerprint>& out) {
  out.clear();
  for_chosen(words, [&](const Fingerprint& chosen) { out.push_back(chosen); });
}

std::size_t Winnower::count(std::span<const std::uint64_t> words) {
  std::size_t chosen = 0;
  for_chosen(words, [&](const Fingerprint&) { ++chosen; });
  return chosen;
}

}  // namespace textkin::align
