// LeadKinds: what a character of three bytes is, where its first byte tells it: ideographs, half of Hangul's syllables.
#pragma once

#include <cstdint>

namespace textkin::text {

// By the lower half of a first byte (0xE0 to 0xEF): of what kind all of its 4,096 characters are, or all but the 64
// that share one second byte; 0 where they differ more. As TableLookupBytes wants them.
struct LeadKinds {
  alignas(16) std::uint8_t is[16] = {};
  alignas(16) std::uint8_t except[16] = {};  // that second byte, or 0
};

// `kind_of(c)`: the kind of a character, which is not 0.
template <class KindOf>
LeadKinds lead_kinds(KindOf&& kind_of) {
  constexpr std::uint32_t kRow = 64;
  LeadKinds kinds;
  for (std::uint32_t lead = 1; lead < 16; ++lead) {
    if (lead == 0xD) continue;  // like 0, a lead of sequences that are no characters
    const std::uint8_t kind = kind_of((lead << 12) + (kRow - 1) * kRow);  // the last row is no worse than another
    std::uint32_t others = 0;
    for (std::uint32_t row = 0; row < kRow && others < 2; ++row) {
      bool same = true;
      for (std::uint32_t i = 0; i < kRow && same; ++i) same = kind_of(lead << 12 | row * kRow | i) == kind;
      if (same) continue;
      ++others;
      kinds.except[lead] = static_cast<std::uint8_t>(0x80 | row);
    }
    kinds.is[lead] = others < 2 ? kind : std::uint8_t{0};
  }
  return kinds;
}

}  // namespace textkin::text
