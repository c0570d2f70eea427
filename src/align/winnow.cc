#include "align/winnow.h"

#include <algorithm>
#include <bit>

#include "align/run_hashes.h"
#include "align/word_grams.h"
#include "textkin/word_weight.h"

namespace textkin::align {
namespace {

constexpr std::uint32_t kUsualRun = 5;
// Hashed at a time: then the processor works on several of them side by side.
constexpr std::size_t kRunsAtOnce = 512;

// The last one of those that are least, by its place in `hashes`.
Fingerprint rightmost_least(std::span<const std::uint64_t> hashes) {
  Fingerprint least{hashes[0], 0};
  for (std::size_t i = 1; i < hashes.size(); ++i)
    if (hashes[i] <= least.hash) least = {hashes[i], static_cast<std::uint32_t>(i)};
  return least;
}

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

// Holds no more than some runs beyond a window, for a text may be all of the memory.
template <class Take>
void Winnower::for_chosen(std::span<const std::uint64_t> words, Take take) {
  if (!all_whole(words)) {
    for_chosen_by_weight(words, take);
    return;
  }
  if (words.size() < spec_.run) return;
  const std::size_t runs = words.size() - spec_.run + 1;
  const std::size_t window = std::min<std::size_t>(spec_.window, runs);
  Fingerprint least{~std::uint64_t{0}, 0};  // of the window
  std::uint32_t last = ~std::uint32_t{0};
  std::size_t held = 0;  // hashes_ ends with run `next`, and begins so many before it
  for (std::size_t next = 0; next < runs;) {
    const std::size_t kept = std::min(held, window - 1);
    std::copy_n(hashes_.begin() + static_cast<std::ptrdiff_t>(held - kept), kept, hashes_.begin());
    const std::size_t some = std::min(kRunsAtOnce, runs - next);
    held = kept + some;
    if (hashes_.size() < held) hashes_.resize(held);
    hash_runs(words.subspan(next, some + spec_.run - 1), spec_.run, hashes_.data() + kept);
    const std::size_t first = next - kept;  // of hashes_
    for (const std::size_t end = next + some; next < end; ++next) {
      if (hashes_[next - first] <= least.hash) {
        least = {hashes_[next - first], static_cast<std::uint32_t>(next)};
      } else if (least.place + window <= next) {  // it is behind the window now
        const std::size_t begin = next + 1 - window;
        least = rightmost_least(std::span(hashes_).subspan(begin - first, window));
        least.place += static_cast<std::uint32_t>(begin);
      }
      if (next + 1 < window || least.place == last) continue;
      take(least);
      last = least.place;
    }
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
