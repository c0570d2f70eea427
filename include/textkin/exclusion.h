// Exclusions: stretches of a document that are shown but not counted, since everybody may have them: the template that
// was handed out, quotations, lists of references, and what very many documents share.
//
// Words of a stretch leave the numerator and the denominator of every share. Kinds are found independently of each
// other, so that stretches of two kinds may overlap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace textkin {

// Quotations are those that say where they are from; kUnreferenced are the others, which nobody may have by right.
enum class ExclusionKind : std::uint8_t { kTemplate, kQuotations, kReferences, kCommon, kUnreferenced };
inline constexpr std::size_t kExclusionKinds = 5;
// By their numbers, as options and reports call them.
inline constexpr std::array<std::string_view, kExclusionKinds> kExclusionNames{"template", "quotations", "references",
                                                                               "common", "unreferenced"};

// A set of kinds: bit 1 << number.
using ExclusionSet = std::uint8_t;
constexpr ExclusionSet only(ExclusionKind kind) { return static_cast<ExclusionSet>(1u << static_cast<unsigned>(kind)); }
constexpr bool has(ExclusionSet set, ExclusionKind kind) { return (set & only(kind)) != 0; }

// Words [first_word, first_word + words) of a document, and their place in code points of its text.
struct ExcludedSpan {
  ExclusionKind kind = ExclusionKind::kTemplate;
  std::uint32_t first_word = 0;
  std::uint32_t words = 0;
  std::uint32_t offset = 0;
  std::uint32_t length = 0;

  bool operator==(const ExcludedSpan&) const = default;
};

}  // namespace textkin
