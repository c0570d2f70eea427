#include "engine/read/reading_stats.h"

#include "base/cpu.h"
#include "join/measures/threshold.h"

namespace textkin::engine::read {

RunStats reading_stats(const Collection& collection) {
  RunStats stats;
  stats.documents = collection.documents();
  stats.empty = collection.empty;
  stats.problems = collection.problems;
  stats.skipped_hidden = collection.list.hidden.count;
  stats.skipped_links = collection.list.links.count;
  stats.skipped_special = collection.list.special.count;
  stats.input_bytes = collection.input_bytes;
  stats.threads = collection.threads;
  stats.simd = base::simd_name();
  return stats;
}

RunStats reading_stats(const run::SettledRun& run, const Collection& collection) {
  RunStats stats = reading_stats(collection);
  stats.threshold = run.search.least.value;
  stats.measure = run.search.least.measure->name;
  return stats;
}

}  // namespace textkin::engine::read
