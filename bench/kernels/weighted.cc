// How fast the sketches of weighted sets are: DartMinHash, ProbMinHash and rejection beside ICWS.
//
// A line is a number of features and of cells. Sets have weights that sum to about 1, by exponentials; all sketches
// take turns within one run on one core; shown are medians of the thread's own time a set and, in brackets, the range,
// and how many times as fast as ICWS that is. `rejection` has caps of twice the larger of every two weights. Exits with
// 1 where DartMinHash at 256 x 256 is not ten times as fast as ICWS.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hash/mix.h"
#include "measuring.h"
#include "sketch/catalog.h"
#include "sketch/weighted/rejection.h"

namespace {

using textkin::bench::median;
using textkin::bench::thread_seconds;
using textkin::FeatureBlock;

constexpr int kTurns = 9;
constexpr double kWanted = 10;

FeatureBlock make_sets(std::size_t features, std::size_t sets) {
  FeatureBlock block;
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < sets; ++i) {
    for (std::size_t j = 0; j < features; ++j) {
      const std::uint64_t word = textkin::hash::stream_word(2, next++);
      block.values.push_back(textkin::hash::stream_word(1, j));
      block.weights.push_back(-std::log((static_cast<double>(word >> 12) + 0.5) * 0x1p-52) /
                              static_cast<double>(features));
    }
    block.offsets.push_back(block.values.size());
  }
  return block;
}

struct Contender {
  std::string name;
  std::unique_ptr<textkin::Sketcher> sketcher;
  std::vector<double> times;  // a set
};

// How many times as fast as ICWS DartMinHash is; 0 where a sketch could not be made.
double measure(std::size_t features, std::uint32_t cells) {
  const std::size_t sets = std::clamp<std::size_t>((1u << 20) / (features * cells), 4, 64);
  const FeatureBlock block = make_sets(features, sets);
  std::vector<Contender> contenders;
  for (const char* name : {"icws", "dartminhash", "probminhash"}) {
    auto sketcher = textkin::sketch::make_sketcher(name, cells, 1);
    if (!sketcher.ok()) return 0;
    contenders.push_back({name, std::move(sketcher).value(), {}});
  }
  textkin::sketch::Caps caps = textkin::sketch::caps_of(block);
  for (double& cap : caps.caps) cap *= 2;
  auto rejection = textkin::sketch::make_rejection(std::move(caps), cells, 1);
  if (!rejection.ok()) return 0;
  contenders.push_back({"rejection", std::move(rejection).value(), {}});

  textkin::SignatureBlock out;
  for (int turn = 0; turn < kTurns; ++turn) {
    for (Contender& contender : contenders) {
      const double start = thread_seconds();
      contender.sketcher->sketch(block, out);
      contender.times.push_back((thread_seconds() - start) / static_cast<double>(sets));
    }
  }
  fmt::print("{} features, {} cells\n", features, cells);
  const double reference = median(contenders.front().times);
  for (const Contender& contender : contenders) {
    const auto [least, most] = std::minmax_element(contender.times.begin(), contender.times.end());
    const double time = median(contender.times);
    fmt::print("  {:<12} {:9.1f} us a set [{:.1f} .. {:.1f}]  {:6.1f} times icws\n", contender.name, time * 1e6,
               *least * 1e6, *most * 1e6, reference / time);
  }
  return reference / median(contenders[1].times);
}

}  // namespace

int main() {
  measure(64, 64);
  const double ratio = measure(256, 256);
  measure(1024, 256);
  fmt::print("dartminhash at 256 x 256: {:.1f} times icws, {} wanted\n", ratio, kWanted);
  return ratio >= kWanted ? 0 : 1;
}
