#include "engine/run/search_options.h"

#include <fmt/format.h>

#include <cmath>

#include "join/measures/catalog.h"
#include "join/measures/measure.h"

namespace textkin::engine::run {
namespace {

constexpr double kMostShared = 0xFFFFFFFFu;

Status check_threshold(double threshold, const join::Measure& measure) {
  if (measure.kind == join::Measure::Kind::kCount) {
    if (threshold >= 1 && threshold <= kMostShared && threshold == std::floor(threshold)) return {};
    return Status(Code::kInvalidArgument,
                  fmt::format("threshold {} is no count: with --measure {}, -t is a whole number from 1 on", threshold,
                              measure.name));
  }
  if (threshold > 0 && threshold <= 1) return {};
  return Status(Code::kInvalidArgument, fmt::format("threshold {} is not above 0 and at most 1", threshold));
}

}  // namespace

bool is_found_exactly(std::string_view measure) {
  const Result<const join::Measure*> found = join::find_measure(measure);
  return found.ok() && !(*found)->why_no_bands.empty();
}

Result<Search> settle(const SearchOptions& asked) {
  const auto refuse = [](std::string message) { return Status(Code::kInvalidArgument, std::move(message)); };
  TEXTKIN_ASSIGN_OR_RETURN(const join::Measure* const measure, join::find_measure(asked.measure));
  TEXTKIN_RETURN_IF_ERROR(check_threshold(asked.threshold, *measure));
  const std::string_view no_bands = measure->why_no_bands;
  if (asked.method == Method::kLsh && !no_bands.empty())
    return refuse(
        fmt::format("--measure {} is found by the exact method only: {}; leave out --method lsh, --bands and --rows",
                    asked.measure, no_bands));
  if (!(asked.recall > 0 && asked.recall < 1))
    return refuse(fmt::format("recall {} is not between 0 and 1; --exact finds all pairs", asked.recall));
  if ((asked.bands == 0) != (asked.rows == 0)) return refuse("--bands and --rows go together");
  Search search{asked, {asked.threshold, *measure}};
  if (search.method == Method::kAuto && !no_bands.empty()) search.method = Method::kExact;
  return search;
}

}  // namespace textkin::engine::run
