#include "engine/run/plan_options.h"

#include <fmt/format.h>

#include "stats/plan/planner.h"

namespace textkin::engine::run {

namespace {

bool is_prime(std::uint32_t n) {
  for (std::uint32_t d = 2; d <= n / d; ++d)
    if (n % d == 0) return false;
  return n > 1;
}

}  // namespace

Status check_divisible(std::uint32_t hashes) {
  if (!is_prime(hashes)) return {};
  return Status(
      Code::kInvalidArgument,
      fmt::format("--prefer cuts all hashes into bands, and {0} is a prime number: there are {0} bands of 1 row and "
                  "1 band of {0} rows; take --hashes {1}",
                  hashes, hashes + 1));
}

Result<Plan> make_plan(const Search& search, const CollisionLaw& law) {
  const double least = search.least.least_jaccard();
  if (search.bands != 0 && !search.prefer.empty())
    return Status(Code::kInvalidArgument, "--prefer chooses bands and rows; leave out --bands and --rows");
  if (search.bands != 0) return stats::plan_given(law, least, search.bands, search.rows, search.sketch.hashes);
  if (!search.prefer.empty()) {
    if (search.prefer != "accuracy" && search.prefer != "speed")
      return Status(Code::kInvalidArgument, "--prefer " + search.prefer + ": it is accuracy or speed");
    TEXTKIN_RETURN_IF_ERROR(check_divisible(search.sketch.hashes));
    return stats::plan_by_preference(
        law, least, search.prefer == "accuracy" ? stats::Preference::kAccuracy : stats::Preference::kSpeed,
        search.sketch.hashes);
  }
  return stats::plan_for_recall(law, least, search.recall, search.sketch.hashes);
}

}  // namespace textkin::engine::run
