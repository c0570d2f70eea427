#include "engine/run/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/machine.h"
#include "base/parallel.h"

namespace textkin::engine::run {

Limits settle(const LimitOptions& asked) {
  return {.threads = asked.threads != 0 ? asked.threads : base::hardware_threads(),
          .memory = asked.memory != 0 ? asked.memory : base::physical_memory() / 2,
          .run_dir = asked.run_dir,
          .beside = asked.beside};
}

std::uint64_t Limits::lend(std::uint64_t bytes) {
  const std::uint64_t lent = std::min(bytes, memory / 3);
  memory -= lent;
  beside += lent;
  return lent;
}

std::string GivenMemory::told(std::uint64_t needed) const {
  const double of_all = static_cast<double>(bytes + beside) / static_cast<double>(std::max<std::uint64_t>(bytes, 1));
  const auto asked = beside == 0 ? needed : static_cast<std::uint64_t>(std::ceil(static_cast<double>(needed) * of_all));
  return fmt::format("{} MiB", (asked + (1u << 20) - 1) >> 20);
}

}  // namespace textkin::engine::run
