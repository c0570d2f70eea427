#include "engine/run/limits.h"

#include "base/machine.h"
#include "base/parallel.h"

namespace textkin::engine::run {

Limits settle(const LimitOptions& asked) {
  return {.threads = asked.threads != 0 ? asked.threads : base::hardware_threads(),
          .memory = asked.memory != 0 ? asked.memory : base::physical_memory() / 2,
          .run_dir = asked.run_dir};
}

}  // namespace textkin::engine::run
