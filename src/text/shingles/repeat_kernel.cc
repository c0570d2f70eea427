#include "text/shingles/repeat_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/shingles/repeat_kernel.cc"
#include "hwy/foreach_target.h"
// Must come after foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::text::HWY_NAMESPACE {

// Without a branch: where a mark was set before cannot be foretold.
std::size_t places_met_kernel(const Feature* HWY_RESTRICT features, std::size_t count, int shift,
                              std::uint8_t* HWY_RESTRICT marks, std::uint8_t mark, std::uint32_t* HWY_RESTRICT met) {
  std::size_t all_met = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t& own = marks[features[i] >> shift];
    met[all_met] = static_cast<std::uint32_t>(i);
    all_met += own == mark;
    own = mark;
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

std::size_t places_met(const Feature* features, std::size_t count, int shift, std::uint8_t* marks, std::uint8_t mark,
                       std::uint32_t* met) {
  return HWY_DYNAMIC_DISPATCH(places_met_kernel)(features, count, shift, marks, mark, met);
}

bool occurs(const Feature* features, std::size_t count, Feature wanted) {
  return HWY_DYNAMIC_DISPATCH(occurs_kernel)(features, count, wanted);
}

}  // namespace textkin::text
#endif  // HWY_ONCE
