#include "text/shingles/repeat_kernel.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/shingles/repeat_kernel.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::text::HWY_NAMESPACE {

// Without a branch, and what was met is written once for 64 features: where a bit was set before cannot be foretold.
std::size_t places_met_kernel(const Feature* HWY_RESTRICT features, std::size_t count, int shift,
                              std::uint64_t* HWY_RESTRICT marks, std::uint32_t* HWY_RESTRICT met) {
  std::size_t all_met = 0;
  for (std::size_t from = 0; from < count; from += 64) {
    const std::size_t some = count - from < 64 ? count - from : 64;
    std::uint64_t hits = 0;
    for (std::size_t i = 0; i < some; ++i) {
      const std::uint64_t place = features[from + i] >> shift;
      const std::uint64_t word = marks[place / 64];
      hits |= (word >> (place % 64) & 1) << i;
      marks[place / 64] = word | std::uint64_t{1} << (place % 64);
    }
    for (; hits != 0; hits &= hits - 1)
      met[all_met++] = static_cast<std::uint32_t>(from) + static_cast<std::uint32_t>(std::countr_zero(hits));
  }
  return all_met;
}

bool occurs_kernel(const Feature* features, std::size_t count, Feature wanted) {
  unsigned found = 0;
  for (std::size_t i = 0; i < count; ++i) found |= features[i] == wanted;
  return found != 0;
}

}  // namespace textkin::text::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace textkin::text {
namespace {
HWY_EXPORT(places_met_kernel);
HWY_EXPORT(occurs_kernel);
}  // namespace

std::size_t places_met(const Feature* features, std::size_t count, int shift, std::uint64_t* marks,
                       std::uint32_t* met) {
  return HWY_DYNAMIC_DISPATCH(places_met_kernel)(features, count, shift, marks, met);
}

bool occurs(const Feature* features, std::size_t count, Feature wanted) {
  return HWY_DYNAMIC_DISPATCH(occurs_kernel)(features, count, wanted);
}

}  // namespace textkin::text
#endif  // HWY_ONCE
