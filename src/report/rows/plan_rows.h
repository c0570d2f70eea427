// Rows of `textkin index plan`: what a question costs at a threshold, and how sure its answer is.
#pragma once

#include <cstdint>

#include "report/rows/table.h"

namespace textkin::report {

struct PlanRow {
  double threshold = 0;
  std::uint64_t rows = 0;             // of each of the 32 bands
  double recall = 1;                  // of a document just at the threshold
  double chance_candidates = 0;       // documents a question that agree in a band though they share nothing
  std::uint64_t look_ups = 0;         // in sorted lists, a question
  std::uint64_t look_ups_merged = 0;  // the same behind `index merge`
};

template <>
inline constexpr auto kColumns<PlanRow> = std::tuple{
    Column{"threshold", &PlanRow::threshold}, Column{"rows", &PlanRow::rows},
    Column{"recall", &PlanRow::recall},       Column{"chance_candidates", &PlanRow::chance_candidates},
    Column{"look_ups", &PlanRow::look_ups},   Column{"look_ups_merged", &PlanRow::look_ups_merged},
};

}  // namespace textkin::report
