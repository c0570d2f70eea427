// experiment_ru_times LARGEST FUNCTIONS TURNS: the time to compare one pair of sets of n = 1,000, ... LARGEST members
// that share half of them, against n: exactly, by RUM, and by sketches (Dembele and Lo 2017, section 2).
//
// Seconds of the processor, the least of TURNS, by which ways take turns; sets lie sorted in memory. A sketch is timed
// twice: making both signatures and comparing them, and comparing signatures that are there.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hash/mix.h"
#include "join/sets/overlap.h"
#include "sketch/catalog.h"
#include "sketch/studies/ru.h"

namespace {

using namespace textkin;

// Beyond this a comparison of each member with each takes too long to be shown.
constexpr std::uint32_t kMostEachWithEach = 10'000;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

FeatureBlock make_pair(std::uint32_t size) {
  FeatureBlock block;
  for (std::uint32_t set = 0; set < 2; ++set) {
    std::vector<Feature> members;
    for (std::uint64_t i = 0; i < size; ++i) members.push_back(hash::stream_word(7, set * std::uint64_t{size} / 2 + i));
    std::ranges::sort(members);
    block.values.insert(block.values.end(), members.begin(), members.end());
    block.offsets.push_back(block.values.size());
  }
  return block;
}

std::uint64_t each_with_each(FeatureView a, FeatureView b) {
  std::uint64_t shared = 0;
  for (const Feature one : a)
    for (const Feature other : b) shared += one == other;
  return shared;
}

double estimate_of(const Sketcher& sketcher, const SignatureBlock& signatures) {
  return sketcher.estimate(signatures, 0, signatures, 1, .95)->value;
}

}  // namespace

int main(int, char** arguments) {
  const auto largest = static_cast<std::uint32_t>(std::atoi(arguments[1]));
  const auto functions = static_cast<std::uint32_t>(std::atoi(arguments[2]));
  const int turns = std::atoi(arguments[3]);
  fmt::print("n\tway\tseconds\tanswer\n");
  for (std::uint32_t size = 1000; size <= largest; size *= 10) {
    const FeatureBlock block = make_pair(size);
    const FeatureView a(block.values.data(), size);
    const FeatureView b(block.values.data() + size, size);
    std::vector<std::pair<std::string, std::function<double()>>> ways;
    const auto rum = [&](sketch::RuListing listing) {
      const std::uint32_t matches =
          sketch::ru_matches(sketch::ru_matrix(a, b, listing), functions, 1, sketch::RuExtreme::kMinimum);
      const double share = static_cast<double>(matches) / functions;
      return share / (2 - share);
    };
    const auto jaccard = [&](std::uint64_t shared) {
      return static_cast<double>(shared) / static_cast<double>(2 * std::uint64_t{size} - shared);
    };
    ways.emplace_back("merge", [&] { return jaccard(join::overlap(a, b)); });
    if (size <= kMostEachWithEach) ways.emplace_back("each with each", [&] { return jaccard(each_with_each(a, b)); });
    ways.emplace_back("rum", [&] { return rum(sketch::RuListing::kTwice); });
    ways.emplace_back("rum-apart", [&] { return rum(sketch::RuListing::kTwiceApart); });
    std::map<std::string, std::pair<std::unique_ptr<Sketcher>, SignatureBlock>> sketches;
    for (const char* name : {"kperm", "bottomk", "fss"}) {
      auto& [sketcher, signatures] = sketches[name];
      for (const sketch::SketchEntry& entry : sketch::catalog())
        if (entry.name == name) sketcher = entry.make(functions, 1);
      sketcher->sketch(block, signatures);
      ways.emplace_back(name, [&block, &own = sketches[name]] {
        own.first->sketch(block, own.second);
        return estimate_of(*own.first, own.second);
      });
      ways.emplace_back(std::string(name) + ", kept",
                        [&own = sketches[name]] { return estimate_of(*own.first, own.second); });
    }
    std::vector<double> least(ways.size(), 1e300);
    std::vector<double> answers(ways.size());
    for (int turn = 0; turn < turns; ++turn)
      for (std::size_t way = 0; way < ways.size(); ++way) {
        const double begin = processor_seconds();
        answers[way] = ways[way].second();
        least[way] = std::min(least[way], processor_seconds() - begin);
      }
    for (std::size_t way = 0; way < ways.size(); ++way)
      fmt::print("{}\t{}\t{:.9f}\t{:.6f}\n", size, ways[way].first, least[way], answers[way]);
  }
}
