// Rows of `textkin signatures nearest` and `textkin signatures pairs`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

// a is asked, b is in the file.
struct SignatureRow {
  std::string_view a;
  std::string_view b;
  double similarity = 0;
  double lower = 0;
  double upper = 1;
  std::optional<double> distance{};       // Mash's, of the Jaccard similarity
  std::optional<double> p_value{};        // where it is known how many shingles there could be
  std::optional<std::uint64_t> shared{};  // samples that agree,
  std::optional<std::uint64_t> hashes{};  // of these
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  std::optional<double> a_in_b{};  // share of a's shingles that b has, with its interval
  std::optional<double> a_in_b_lower{};
  std::optional<double> a_in_b_upper{};
  std::optional<double> b_in_a{};
  std::optional<double> b_in_a_lower{};
  std::optional<double> b_in_a_upper{};
};

template <>
inline constexpr auto kColumns<SignatureRow> = std::tuple{
    Column{"a", &SignatureRow::a},
    Column{"b", &SignatureRow::b},
    Column{"similarity", &SignatureRow::similarity},
    Column{"lower", &SignatureRow::lower},
    Column{"upper", &SignatureRow::upper},
    Column{"distance", &SignatureRow::distance},
    Column{"p_value", &SignatureRow::p_value},
    Column{"shared", &SignatureRow::shared},
    Column{"hashes", &SignatureRow::hashes},
    Column{"size_a", &SignatureRow::size_a},
    Column{"size_b", &SignatureRow::size_b},
    Column{"a_in_b", &SignatureRow::a_in_b},
    Column{"a_in_b_lower", &SignatureRow::a_in_b_lower},
    Column{"a_in_b_upper", &SignatureRow::a_in_b_upper},
    Column{"b_in_a", &SignatureRow::b_in_a},
    Column{"b_in_a_lower", &SignatureRow::b_in_a_lower},
    Column{"b_in_a_upper", &SignatureRow::b_in_a_upper},
};

inline constexpr std::size_t kSignatureColumnsOfContainment = kNames<SignatureRow>.size() - 6;

}  // namespace textkin::report
