#include "align/loose_ends.h"

#include <algorithm>
#include <limits>

#include "textkin/word_weight.h"

namespace textkin::align {
namespace {

constexpr std::uint32_t kNoRun = std::numeric_limits<std::uint32_t>::max();

}  // namespace

bool is_guaranteed(Words a, const CommonRun& run, std::uint32_t guarantee) {
  return weight_of(a.subspan(run.a, run.length)) >= std::uint64_t{guarantee} * kWordWeight;
}

void LooseEnds::drop(Words a, Words b, std::vector<CommonRun>& runs, std::uint32_t guarantee) {
  if (runs.size() < 2) return;
  in_a_.set(runs, &CommonRun::a);
  in_b_.set(runs, &CommonRun::b);
  dropped_.assign(runs.size(), false);
  for (std::size_t left = runs.size(); left > 1; --left) {
    std::uint32_t loose = kNoRun;
    const auto look_at = [&](std::uint32_t run) {
      if (run >= loose || is_guaranteed(a, runs[run], guarantee)) return;
      const std::uint64_t apart = std::max(in_a_.weight_apart(a, run), in_b_.weight_apart(b, run));
      if (2 * weight_of(a.subspan(runs[run].a, runs[run].length)) < apart) loose = run;
    };
    in_a_.for_outermost(look_at);
    in_b_.for_outermost(look_at);
    if (loose == kNoRun) break;
    in_a_.drop(loose);
    in_b_.drop(loose);
    dropped_[loose] = true;
  }
  std::size_t kept = 0;
  for (std::size_t run = 0; run < runs.size(); ++run)
    if (!dropped_[run]) runs[kept++] = runs[run];
  runs.resize(kept);
}

}  // namespace textkin::align
