// How long the exact join takes on sets from a file: seconds of the processor on one thread, median of the turns.
//
// The file: a 32-bit number of sets, and for each its 32-bit size and its members, 64-bit, ascending, mixed.
#include <fmt/core.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "join/exact/prefix_join.h"

namespace {

using textkin::Feature;
using textkin::FeatureView;

constexpr int kTurns = 3;

bool read_sets(const char* path, std::vector<std::vector<Feature>>& sets) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return false;
  std::uint32_t count = 0;
  bool ok = std::fread(&count, sizeof count, 1, file) == 1;
  for (std::uint32_t i = 0; ok && i < count; ++i) {
    std::uint32_t size = 0;
    ok = std::fread(&size, sizeof size, 1, file) == 1;
    if (!ok) break;
    sets.emplace_back(size);
    ok = std::fread(sets.back().data(), sizeof(Feature), size, file) == size;
  }
  std::fclose(file);
  return ok;
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::vector<Feature>> sets;
  if (argc != 3 || !read_sets(argv[1], sets)) {
    fmt::print(stderr, "usage: bench_join SETS THRESHOLD\n");
    return 2;
  }
  const std::vector<FeatureView> views(sets.begin(), sets.end());
  std::vector<double> seconds;
  std::size_t pairs = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    const double start = processor_seconds();
    textkin::join::VerifyCounts counts;
    const auto frequencies = textkin::join::Frequencies::count(views, 1);
    const auto found = textkin::join::prefix_join(views, std::stod(argv[2]), frequencies, {}, {}, 1, counts);
    seconds.push_back(processor_seconds() - start);
    if (!found.ok()) {
      fmt::print(stderr, "bench_join: {}\n", found.status().message());
      return 2;
    }
    pairs = found->size();
  }
  std::sort(seconds.begin(), seconds.end());
  fmt::print("{} {}\n", pairs, seconds[kTurns / 2]);
  return 0;
}
