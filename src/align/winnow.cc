#include "align/winnow.h"

#include <algorithm>
#include <bit>

#include "hash/mix.h"

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

// Holds no more than a window, for a text may be all of the memory.
template <class Take>
void Winnower::for_chosen(std::span<const std::uint64_t> words, Take take) {
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
