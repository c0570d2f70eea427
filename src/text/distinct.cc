#include "text/distinct.h"

#include <algorithm>
#include <bit>

#include "hash/mix.h"

namespace textkin::text {
namespace {

constexpr std::size_t kFewest = 64;

// From here on the table leaves the second-level cache, and fetching a slot ahead pays.
constexpr std::size_t kLarge = 1 << 15;
constexpr std::size_t kAhead = 16;

}  // namespace

void DistinctFilter::append(const Feature* features, std::size_t count, bool multiset, std::vector<Feature>& out) {
  const std::size_t slots = std::bit_ceil(std::max(2 * count, kFewest));
  shift_ = 64 - std::countr_zero(slots);
  if (slots_.size() < slots) slots_.resize(slots);
  std::fill_n(slots_.begin(), slots, Feature{0});
  const std::size_t before = out.size();
  out.resize(before + count);
  if (multiset) {
    if (copies_.size() < slots) copies_.resize(slots);
    std::fill_n(copies_.begin(), slots, 0u);
    append_multiset(features, count, out.data() + before);
  } else {
    out.resize(before + append_set(features, count, out.data() + before));
  }
}

std::size_t DistinctFilter::append_set(const Feature* features, std::size_t count, Feature* out) {
  Feature* const slots = slots_.data();
  const int shift = shift_;
  const std::size_t last = (std::size_t{1} << (64 - shift)) - 1;
  const bool large = count >= kLarge;
  std::size_t kept = 0;
  bool seen_zero = false;
  for (std::size_t i = 0; i < count; ++i) {
    const Feature feature = features[i];
    if (large && i + kAhead < count) __builtin_prefetch(slots + (features[i + kAhead] >> shift), 1);
    if (feature == 0) [[unlikely]] {  // the mark of an empty slot cannot be in one
      if (!seen_zero) out[kept++] = 0;
      seen_zero = true;
      continue;
    }
    std::size_t slot = feature >> shift;
    while (slots[slot] != 0 && slots[slot] != feature) slot = (slot + 1) & last;
    out[kept] = feature;
    kept += slots[slot] == 0;
    slots[slot] = feature;
  }
  return kept;
}

std::size_t DistinctFilter::append_multiset(const Feature* features, std::size_t count, Feature* out) {
  const std::size_t last = (std::size_t{1} << (64 - shift_)) - 1;
  std::uint64_t zeros = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Feature feature = features[i];
    std::uint64_t copy = 0;
    if (feature == 0) [[unlikely]] {
      copy = zeros++;
    } else {
      std::size_t slot = feature >> shift_;
      while (slots_[slot] != 0 && slots_[slot] != feature) slot = (slot + 1) & last;
      slots_[slot] = feature;
      copy = copies_[slot]++;
    }
    out[i] = copy == 0 ? feature : hash::mix64(feature + copy * kCopyStep);
  }
  return count;
}

}  // namespace textkin::text
