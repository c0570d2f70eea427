#include "text/shingles/distinct.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "hash/mix.h"

namespace textkin::text {
namespace {

constexpr std::size_t kHeadsPerFeature = 4;
// A text of so many features is rare, and its table costs more to get than to search: it has one to two heads a feature
// and is given back.
constexpr std::size_t kHuge = 4u << 20;
constexpr std::size_t kFewestHeads = 64;

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

// In place, and then copied at once: room at the end of `out` would be filled with zeros first.
void DistinctFilter::append(Feature* features, std::size_t count, bool multiset, std::vector<Feature>& out) {
  if (multiset) {
    replicate(features, count);
  } else {
    const bool is_small = count < std::numeric_limits<std::uint16_t>::max();
    const std::size_t all = count;
    count = is_small ? keep_distinct(small_, features, all) : keep_distinct(large_, features, all);
    give_back(all);
  }
  out.insert(out.end(), features, features + count);
}

void DistinctFilter::replicate(Feature* features, std::size_t count) {
  if (count < std::numeric_limits<std::uint16_t>::max()) {
    make_distinct(small_, features, count);
  } else {
    make_distinct(large_, features, count);
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
  large_ = {};
  kept_ = {};
  copies_ = {};
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
void DistinctFilter::make_distinct(Table<Number>& table, Feature* features, std::size_t count) {
  count_copies(
      table, features, count,
      [&](std::size_t i, std::uint32_t copy) { features[i] = hash::mix64(features[i] + copy * kCopyStep); },
      [](std::size_t) {});
}

}  // namespace textkin::text
