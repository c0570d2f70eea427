#include "text/shingles/distinct.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include "base/free_room.h"
#include "base/sort.h"
#include "hash/mix.h"
#include "text/shingles/repeat_kernel.h"

namespace textkin::text {
namespace {

constexpr std::size_t kHeadsPerFeature = 4;
// A text of so many features is rare, and its table costs more to get than to search: it has one to two heads a feature
// and is given back.
constexpr std::size_t kHuge = 4u << 20;
constexpr std::size_t kFewestHeads = 64;

// Up to so many features are told apart by bits first, of which there are a word a feature and more.
constexpr std::size_t kMostByMarks = 4096;
// Features whose bit was set before are looked for among those before them, which costs as many steps as there are;
// where there are more of them than these, a table is quicker.
constexpr std::size_t met_at_most(std::size_t count) { return 4 + count / 32; }

// Of more, sorting is quicker than a table: 10 ns each and 19 of a million, 12 and 42 of 64 million.
constexpr std::size_t kMostByTable = std::size_t{1} << 20;

// A table of 32-bit numbers is beyond the second-level cache: its heads are fetched this many features ahead.
constexpr std::size_t kAhead = 16;

// Clears the table for `count` features; returns the shift that makes a feature the place of its head.
template <class Table>
int prepare(Table& table, std::size_t count) {
  const std::size_t heads = std::bit_ceil(std::max((count < kHuge ? kHeadsPerFeature : 1) * count, kFewestHeads));
  if (table.heads.size() < heads) table.heads.resize(heads);
  if (table.links.size() < count + 1) table.links.resize(count + 1);
  std::fill_n(table.heads.begin(), heads, 0);
  return 64 - std::countr_zero(heads);
}

}  // namespace

void DistinctFilter::make_distinct(std::vector<Feature>& features, std::size_t from, bool multiset) {
  const std::size_t count = features.size() - from;
  if (multiset) {
    replicate(features.data() + from, count);
    return;
  }
  const std::size_t kept = keep_distinct(features.data() + from, count);
  features.resize(from + kept);
  if (count > kHuge && kept < count / 2) features.shrink_to_fit();
}

void DistinctFilter::replicate(Feature* features, std::size_t count) {
  if (count < std::numeric_limits<std::uint16_t>::max()) {
    replicate(small_, features, count);
  } else {
    replicate(large_, features, count);
  }
  give_back(count);
}

void DistinctFilter::append_counted(const Feature* features, std::size_t count, std::vector<Feature>& out,
                                    std::vector<double>& counts) {
  const auto nothing = [](auto...) {};
  if (count < std::numeric_limits<std::uint16_t>::max()) {
    count_copies(small_, features, count, nothing, nothing);
  } else {
    count_copies(large_, features, count, nothing, nothing);
  }
  out.insert(out.end(), kept_.begin(), kept_.end());
  counts.insert(counts.end(), copies_.begin(), copies_.end());
  give_back(count);
}

void DistinctFilter::give_back(std::size_t count) {
  if (count < kHuge) return;
  base::free_room(large_);
  base::free_room(kept_);
  base::free_room(copies_);
}

std::size_t DistinctFilter::keep_distinct(Feature* features, std::size_t count) {
  if (count > kMostByTable) {
    base::sort(features, count);
    return static_cast<std::size_t>(std::unique(features, features + count) - features);
  }
  if (const std::optional<std::size_t> kept = keep_distinct_by_marks(features, count)) return *kept;
  const bool is_small = count < std::numeric_limits<std::uint16_t>::max();
  return is_small ? keep_distinct(small_, features, count) : keep_distinct(large_, features, count);
}

// Nothing is changed where it gives up.
std::optional<std::size_t> DistinctFilter::keep_distinct_by_marks(Feature* features, std::size_t count) {
  if (count > kMostByMarks) return std::nullopt;
  const std::size_t words = std::bit_ceil(std::max<std::size_t>(count, 16));
  marks_.assign(words, 0);
  met_.resize(std::max(met_.size(), count + 1));
  const int shift = 64 - std::countr_zero(64 * words);
  std::uint32_t* const met = met_.data();
  const std::size_t all_met = places_met(features, count, shift, marks_.data(), met);
  if (all_met > met_at_most(count)) return std::nullopt;
  std::size_t repeats = 0;
  for (std::size_t i = 0; i < all_met; ++i)
    if (occurs(features, met[i], features[met[i]])) met[repeats++] = met[i];
  if (repeats == 0) return count;
  std::size_t kept = met[0];
  for (std::size_t i = 0; i < repeats; ++i) {
    const std::size_t end = i + 1 < repeats ? met[i + 1] : count;
    for (std::size_t from = met[i] + 1; from < end; ++from) features[kept++] = features[from];
  }
  return kept;
}

template <class Number>
std::size_t DistinctFilter::keep_distinct(Table<Number>& table, Feature* features, std::size_t count) {
  const int shift = prepare(table, count);
  Number* const heads = table.heads.data();
  Number* const links = table.links.data();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Feature feature = features[i];
    if (sizeof(Number) > 2 && i + kAhead < count) __builtin_prefetch(heads + (features[i + kAhead] >> shift), 1);
    const Number head = heads[feature >> shift];
    Number at = head;
    while (at != 0 && features[at - 1] != feature) at = links[at];
    if (at != 0) continue;
    features[kept++] = feature;
    links[kept] = head;
    heads[feature >> shift] = static_cast<Number>(kept);
  }
  return kept;
}

template <class Number, class Repeated, class First>
void DistinctFilter::count_copies(Table<Number>& table, const Feature* features, std::size_t count, Repeated repeated,
                                  First first) {
  const int shift = prepare(table, count);
  kept_.clear();
  copies_.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const Feature feature = features[i];
    Number& head = table.heads[feature >> shift];
    Number at = head;
    while (at != 0 && kept_[at - 1u] != feature) at = table.links[at];
    if (at != 0) {
      repeated(i, copies_[at - 1u]++);
      continue;
    }
    first(i);
    kept_.push_back(feature);
    copies_.push_back(1);
    table.links[kept_.size()] = head;
    head = static_cast<Number>(kept_.size());
  }
}

template <class Number>
void DistinctFilter::replicate(Table<Number>& table, Feature* features, std::size_t count) {
  count_copies(
      table, features, count,
      [&](std::size_t i, std::uint32_t copy) { features[i] = hash::mix64(features[i] + copy * kCopyStep); },
      [](std::size_t) {});
}

}  // namespace textkin::text
