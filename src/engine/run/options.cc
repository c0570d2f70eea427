#include "engine/run/options.h"

#include <fmt/format.h>

#include <cmath>

#include "base/machine.h"
#include "base/parallel.h"
#include "engine/run/measure_names.h"
#include "extract/catalog.h"

namespace textkin::engine::run {
namespace {

constexpr double kMostShared = 0xFFFFFFFFu;

}  // namespace

Result<RunOptions> settle(RunOptions options) {
  const auto refuse = [](std::string message) { return Status(Code::kInvalidArgument, std::move(message)); };
  TEXTKIN_ASSIGN_OR_RETURN(const Measure measure, parse_measure(options.measure_name));
  options.measure = measure;
  if (options.measure == Measure::kOverlap) {
    if (!(options.threshold >= 1 && options.threshold <= kMostShared &&
          options.threshold == std::floor(options.threshold)))
      return refuse(fmt::format("threshold {} is no count: with --measure overlap, -t is a whole number from 1 on",
                                options.threshold));
  } else if (!(options.threshold > 0 && options.threshold <= 1)) {
    return refuse(fmt::format("threshold {} is not above 0 and at most 1", options.threshold));
  }
  if (options.method == Method::kLsh && !why_no_bands(options.measure).empty())
    return refuse(
        fmt::format("--measure {} is found by the exact method only: {}; leave out --method lsh, --bands and "
                    "--rows",
                    options.measure_name, why_no_bands(options.measure)));
  if (!(options.recall > 0 && options.recall < 1))
    return refuse(fmt::format("recall {} is not between 0 and 1; --exact finds all pairs", options.recall));
  if (options.method == Method::kAuto && !why_no_bands(options.measure).empty()) options.method = Method::kExact;
  if ((options.bands == 0) != (options.rows == 0)) return refuse("--bands and --rows go together");
  if (options.input.arguments.empty()) return refuse("no INPUT given");
  if (!options.run_dir.empty() && !options.input.memory.empty())
    return refuse("a run directory takes up inputs that are files; texts in memory are read anew each time");
  options.input.extraction.suffixes = extract::suffixes();
  if (options.threads == 0) options.threads = base::hardware_threads();
  if (options.memory == 0) options.memory = base::physical_memory() / 2;
  return options;
}

}  // namespace textkin::engine::run
