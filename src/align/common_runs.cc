#include "align/common_runs.h"

#include <algorithm>
#include <tuple>

namespace textkin::align {

void common_runs(Words a, Words b, std::vector<Seed>& seeds, std::vector<CommonRun>& out) {
  out.clear();
  const auto diagonal = [](const auto& at) { return std::int64_t{at.a} - std::int64_t{at.b}; };
  std::ranges::sort(seeds, {}, [&](const Seed& seed) { return std::tuple(diagonal(seed), seed.a); });
  for (const Seed& seed : seeds) {
    // The runs of a diagonal are found from left to right, so only the last one can hold this seed.
    if (!out.empty() && diagonal(out.back()) == diagonal(seed) && seed.a < out.back().a_end()) continue;
    CommonRun run{seed.a, seed.b, 0};
    while (run.a_end() < a.size() && run.b_end() < b.size() && a[run.a_end()] == b[run.b_end()]) ++run.length;
    if (run.length == 0) continue;
    while (run.a > 0 && run.b > 0 && a[run.a - 1] == b[run.b - 1]) --run.a, --run.b, ++run.length;
    out.push_back(run);
  }
  std::ranges::sort(out, {}, [](const CommonRun& run) { return std::tuple(run.a, run.b); });
}

}  // namespace textkin::align
