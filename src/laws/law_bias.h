// The question of `textkin law` about a hash family: how far from min-wise it is on two sets.
//
// Measured over functions of the family, and for the linear family counted exactly where that takes half a minute at
// most. Values out of range are kInvalidArgument, in a line that names the option. Threads: a function of its argument.
#pragma once

#include <cstdint>
#include <string>

#include "report/commands/law_report.h"
#include "textkin/status.h"

namespace textkin::laws {

using report::LawReport;

// How often the minima of two sets agree under a hash family, less their similarity. Keys as lists such as "1,4,7-9".
struct BiasQuestion {
  std::string family = "linear";
  std::uint64_t parameter = 0;  // what the family's entry says; 0: none, or its default
  std::string set_a;
  std::string set_b;
  std::uint32_t functions = 100'000;
  double confidence = 0.95;
};
Result<LawReport> law_of_bias(const BiasQuestion& question);

}  // namespace textkin::laws
