// LooseEnds: outermost runs of a passage that chance put near to the others.
#pragma once

#include <cstdint>
#include <vector>

#include "align/common_runs.h"
#include "align/runs_in_text.h"

namespace textkin::align {

// Whether a run is so long that it is a passage by itself, whatever stands beside it.
bool is_guaranteed(Words a, const CommonRun& run, std::uint32_t guarantee);

// Threads: one each; keeps scratch memory of 41 bytes a run.
class LooseEnds {
 public:
  // Drops outermost runs that are not half as long (by the weight of their words) as what lies between them and the
  // next one, in the text where more lies between; one that is_guaranteed() stays. Where several are loose the first
  // goes first; the last run that there is stays. `runs` are sorted by (a, b). Cost: n log n of the runs, and the words
  // between them.
  void drop(Words a, Words b, std::vector<CommonRun>& runs, std::uint32_t guarantee);

 private:
  RunsInText in_a_;
  RunsInText in_b_;
  std::vector<bool> dropped_;
};

}  // namespace textkin::align
