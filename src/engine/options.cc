#include "engine/options.h"

#include <fmt/format.h>

#include "base/machine.h"
#include "base/parallel.h"

namespace textkin::engine {

Result<RunOptions> resolve(RunOptions options) {
  const auto refuse = [](std::string message) { return Status(Code::kInvalidArgument, std::move(message)); };
  if (!(options.threshold > 0 && options.threshold <= 1))
    return refuse(fmt::format("threshold {} is not above 0 and at most 1", options.threshold));
  if (!(options.recall > 0 && options.recall < 1))
    return refuse(fmt::format("recall {} is not between 0 and 1; --exact finds all pairs", options.recall));
  if ((options.bands == 0) != (options.rows == 0)) return refuse("--bands and --rows go together");
  if (options.input.arguments.empty()) return refuse("no INPUT given");
  if (options.threads == 0) options.threads = base::hardware_threads();
  if (options.memory == 0) options.memory = base::physical_memory() / 2;
  return options;
}

}  // namespace textkin::engine
