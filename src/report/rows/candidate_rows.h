// Rows of `textkin pairs --candidates`.
#pragma once

#include <cstdint>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

struct CandidateRow {
  std::string_view a;
  std::string_view b;
  std::uint64_t bands = 0;  // in which both lie in one bucket
  std::uint64_t band = 0;   // the first of these, from 1
  std::string_view bucket;  // its key there, in hexadecimal digits
  double estimate = 0;      // of the Jaccard similarity, by the sketches
  double similarity = 0;    // exact, in the measure of the run
  std::uint64_t shared = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
};

template <>
inline constexpr auto kColumns<CandidateRow> = std::tuple{
    Column{"a", &CandidateRow::a},
    Column{"b", &CandidateRow::b},
    Column{"bands", &CandidateRow::bands},
    Column{"band", &CandidateRow::band},
    Column{"bucket", &CandidateRow::bucket},
    Column{"estimate", &CandidateRow::estimate},
    Column{"similarity", &CandidateRow::similarity},
    Column{"shared", &CandidateRow::shared},
    Column{"size_a", &CandidateRow::size_a},
    Column{"size_b", &CandidateRow::size_b},
};

}  // namespace textkin::report
