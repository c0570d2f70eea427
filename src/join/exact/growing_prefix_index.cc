#include "join/exact/growing_prefix_index.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/parallel.h"
#include "base/sort.h"
#include "join/sets/set_sizes.h"

namespace textkin::join {
namespace {

constexpr unsigned kFirstBits = 12;
constexpr std::size_t kStretch = 2048;  // sets
constexpr std::uint64_t kOfEach = 2;    // times that each of them might have been named
constexpr std::size_t kMany = 1024;     // sets, of which a quarter tells what is common

// A quarter of them, drawn, since what comes in turns would be seen of one side only.
std::vector<FeatureView> drawn(const std::vector<FeatureView>& sets) {
  std::vector<FeatureView> some;
  some.reserve(sets.size() / 3);
  for (std::uint64_t i = 0; i < sets.size(); ++i)
    if (i * 0x9E3779B97F4A7C15u >> 62 == 0) some.push_back(sets[i]);
  return some;
}

void keep_distinct(std::vector<std::uint32_t>& numbers) {
  base::sort(numbers.data(), numbers.size());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

void GrowingPrefixIndex::clear() { *this = GrowingPrefixIndex(threshold_); }

Status GrowingPrefixIndex::build(const std::vector<FeatureView>& sets, std::span<const std::uint32_t> numbers,
                                 unsigned threads) {
  clear();
  rarities_ = sets.size() < kMany ? Rarities::count(sets, threads) : Rarities::count(drawn(sets), threads);
  std::uint64_t postings = 1;
  for (const FeatureView set : sets) postings += set.empty() ? 0 : probe_prefix(set.size(), threshold_);
  postings_.reserve(postings);
  spread(std::max(kFirstBits, static_cast<unsigned>(std::bit_width(postings))));
  // Prefixes side by side, then their postings one after another.
  std::vector<std::vector<Feature>> prefixes(std::min(kStretch, sets.size()));
  std::vector<std::vector<std::uint8_t>> scratch(threads);
  for (std::size_t from = 0; from < sets.size(); from += kStretch) {
    const std::size_t count = std::min(kStretch, sets.size() - from);
    TEXTKIN_RETURN_IF_ERROR(base::parallel_for(count, threads, [&](std::size_t i, unsigned worker) {
      prefix_of(sets[from + i], scratch[worker], prefixes[i]);
      return Status();
    }));
    for (std::size_t i = 0; i < count; ++i) add(numbers[from + i], prefixes[i]);
  }
  return {};
}

// The set ascends, so the first of (rarity, place in the set) are the first of (rarity, feature), the order that all
// sets share. Which feature is taken nobody can foretell, so nothing branches on it.
void GrowingPrefixIndex::prefix_of(FeatureView set, std::vector<std::uint8_t>& scratch,
                                   std::vector<Feature>& prefix) const {
  prefix.clear();
  if (set.empty()) return;
  scratch.resize(set.size());
  rarities_.prefetch(set);
  for (std::size_t i = 0; i < set.size(); ++i) scratch[i] = static_cast<std::uint8_t>(rarities_[set[i]]);
  const std::uint64_t length = std::min<std::uint64_t>(probe_prefix(set.size(), threshold_), set.size());
  // All that are rarer than `last` are taken, and of those as rare as `last` the first `left`.
  std::uint64_t left = length;
  std::uint8_t last = 0;
  for (;; ++last) {
    const auto as_rare = static_cast<std::uint64_t>(std::ranges::count(scratch, last));
    if (as_rare >= left) break;
    left -= as_rare;
  }
  prefix.resize(length + 1);  // what is not taken is written once behind the end
  std::size_t taken = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    prefix[taken] = set[i];
    const bool is_last = scratch[i] == last && left > 0;
    left -= is_last;
    taken += scratch[i] < last || is_last;
  }
  prefix.resize(length);
}

void GrowingPrefixIndex::add(std::uint32_t number, std::span<const Feature> prefix) {
  if (postings_.size() + prefix.size() > heads_.size()) spread(64 - shift_ + 1);
  for (const Feature feature : prefix) {
    std::uint32_t& head = heads_[feature >> shift_];
    postings_.push_back({.feature = feature, .number = number, .next = head});
    head = static_cast<std::uint32_t>(postings_.size() - 1);
  }
}

// In the order in which postings came, so that numbers descend along every chain.
void GrowingPrefixIndex::spread(unsigned bits) {
  shift_ = 64 - bits;
  heads_.assign(std::size_t{1} << bits, kEnd);
  for (std::size_t i = 0; i < postings_.size(); ++i) {
    postings_[i].next = std::exchange(heads_[postings_[i].feature >> shift_], static_cast<std::uint32_t>(i));
  }
}

std::uint64_t GrowingPrefixIndex::find(std::span<const Feature> prefix, std::uint32_t from, std::uint32_t to,
                                       std::vector<std::uint32_t>& numbers) const {
  numbers.clear();
  std::uint64_t looked_at = 0;
  const std::uint64_t all = to - std::min(from, to);
  std::uint64_t checked_at = kOfEach * all;
  for (const Feature feature : prefix) {
    for (std::uint32_t at = heads_[feature >> shift_]; at != kEnd; at = postings_[at].next) {
      const Posting& posting = postings_[at];
      if (posting.number < from) break;
      ++looked_at;
      if (posting.feature == feature && posting.number < to) numbers.push_back(posting.number);
    }
    // Where all are alike most features name most of them: when each is named, others need not be asked.
    if (numbers.size() < checked_at) continue;
    keep_distinct(numbers);
    if (numbers.size() == all) return looked_at;
    checked_at = numbers.size() + kOfEach * all;
  }
  keep_distinct(numbers);
  return looked_at;
}

std::uint64_t GrowingPrefixIndex::bytes() const {
  return postings_.capacity() * sizeof(Posting) + heads_.capacity() * sizeof(std::uint32_t) + rarities_.bytes();
}

}  // namespace textkin::join
