#include "text/shingles/repeat_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/shingles/repeat_kernel.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::text::HWY_NAMESPACE {

// Without a branch: where a bit was set before cannot be foretold.
std::size_t places_met_kernel(const Feature* HWY_RESTRICT features, std::size_t count, int shift,
                              std::uint64_t* HWY_RESTRICT words, std::uint32_t* HWY_RESTRICT met) {
  std::size_t all_met = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t bit = features[i] >> shift;
    const std::uint64_t word = words[bit / 64];
    met[all_met] = static_cast<std::uint32_t>(i);
    all_met += word >> (bit % 64) & 1;
    words[bit / 64] = word | std::uint64_t{1} << (bit % 64);
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

std::size_t places_met(const Feature* features, std::size_t count, int shift, std::uint64_t* words,
                       std::uint32_t* met) {
  return HWY_DYNAMIC_DISPATCH(places_met_kernel)(features, count, shift, words, met);
}

bool occurs(const Feature* features, std::size_t count, Feature wanted) {
  return HWY_DYNAMIC_DISPATCH(occurs_kernel)(features, count, wanted);
}

}  // namespace textkin::text
#endif  // HWY_ONCE
