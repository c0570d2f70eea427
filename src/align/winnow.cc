#include "align/winnow.h"

#include <algorithm>

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

void Winnower::choose(std::span<const std::uint64_t> words, std::vector<Fingerprint>& out) {
  out.clear();
  if (words.size() < spec_.run) return;
  const std::size_t runs = words.size() - spec_.run + 1;
  hashes_.resize(runs);
  for (std::size_t i = 0; i < runs; ++i) {
    std::uint64_t hash = kWinnowSeed;
    for (std::uint32_t j = 0; j < spec_.run; ++j) hash = hash::mix64(hash ^ words[i + j]);
    hashes_[i] = hash;
  }
  // queue_[front ..] holds the candidates of the window: places with rising hashes, of which none has an equal or
  // lesser one behind it.
  queue_.resize(runs);
  std::size_t front = 0;
  std::size_t back = 0;
  const std::size_t first_end = std::min<std::size_t>(spec_.window, runs);
  for (std::size_t i = 0; i < runs; ++i) {
    while (back > front && hashes_[queue_[back - 1]] >= hashes_[i]) --back;
    queue_[back++] = static_cast<std::uint32_t>(i);
    if (i + 1 < first_end) continue;
    if (queue_[front] + spec_.window <= i) ++front;
    const std::uint32_t place = queue_[front];
    if (out.empty() || out.back().place != place) out.push_back({hashes_[place], place});
  }
}

}  // namespace textkin::align
