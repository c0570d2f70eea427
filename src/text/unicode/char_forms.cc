#include "text/unicode/char_forms.h"

namespace textkin::text {

CharKinds kinds_of(const std::uint32_t* forms) {
  constexpr std::uint32_t kPlane = 0x10000;
  CharKinds kinds{.own = std::vector<std::uint8_t>(kPlane / 8),
                  .marks = std::vector<std::uint8_t>(kPlane / 8),
                  .leads =
                      lead_kinds([&](std::uint32_t c) { return forms[c] == c ? CharKinds::kOwn : CharKinds::kOther; })};
  for (std::uint32_t c = 0; c < kPlane; ++c) {
    const auto bit = static_cast<std::uint8_t>(1u << c % 8);
    if (forms[c] == c) kinds.own[c / 8] |= bit;
    if ((forms[c] & (kFormBits | kJoins | kLongForm)) == (c | kJoins)) kinds.marks[c / 8] |= bit;
  }
  return kinds;
}

}  // namespace textkin::text
