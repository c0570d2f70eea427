// experiment_three_ways FILE TURNS [COUNT...]: seconds of three ways to the alike pairs of the first documents of FILE,
// one a line (Bergillos, Rambla and Cabeza 2018, section 8.3): 5-character shingles, 200 hash functions, 20 bands of 10
// rows. Without a COUNT: 10, 40, 70, 100, 200, 400, ... of them.
//
// exact: the Jaccard similarity of every pair, by a merge; signatures: the estimate of every pair; bands: the estimate
// of the pairs that share a band. Shingling counts for all three. Ways take turns; the least of TURNS is written.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "join/sets/overlap.h"
#include "sketch/sets/kperm.h"
#include "sketch/testing_pair_trials.h"
#include "text/catalog.h"

namespace {

using namespace textkin;

constexpr std::uint32_t kBands = 20;
constexpr std::uint32_t kRows = 10;
constexpr double kThreshold = 0.5;

FeatureBlock shingle(const std::vector<std::string>& texts, std::size_t count) {
  TextSpec spec;
  spec.unit = ShingleUnit::kCharacter;
  spec.shingle_size = 5;
  auto shingler = text::make_shingler(spec).value();
  FeatureBlock sets;
  std::vector<Feature> set;
  for (std::size_t i = 0; i < count; ++i) {
    shingler->sorted_set(texts[i], set);
    sets.values.insert(sets.values.end(), set.begin(), set.end());
    sets.offsets.push_back(sets.values.size());
  }
  return sets;
}

std::size_t exact(const FeatureBlock& sets) {
  std::size_t alike = 0;
  for (std::size_t b = 1; b < sets.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) {
      const auto shared = static_cast<double>(join::overlap(sets[a], sets[b]));
      alike += shared / (static_cast<double>(sets[a].size() + sets[b].size()) - shared) >= kThreshold;
    }
  return alike;
}

SignatureBlock sign(const FeatureBlock& sets) {
  SignatureBlock signatures;
  sketch::make_kperm(kBands * kRows, 1)->sketch(sets, signatures);
  return signatures;
}

bool alike(const SignatureBlock& signatures, std::size_t a, std::size_t b) {
  return sketch::matches(signatures[a], signatures[b]) >= kThreshold * kBands * kRows;
}

std::size_t by_signatures(const FeatureBlock& sets) {
  const SignatureBlock signatures = sign(sets);
  std::size_t found = 0;
  for (std::size_t b = 1; b < sets.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) found += alike(signatures, a, b);
  return found;
}

std::size_t by_bands(const FeatureBlock& sets) {
  const SignatureBlock signatures = sign(sets);
  std::set<std::pair<std::size_t, std::size_t>> candidates;
  for (std::uint32_t band = 0; band < kBands; ++band) {
    std::map<std::vector<Cell>, std::vector<std::size_t>> buckets;
    for (std::size_t b = 0; b < sets.size(); ++b) {
      const SignatureView cells = signatures[b].subspan(band * kRows, kRows);
      std::vector<std::size_t>& bucket = buckets[{cells.begin(), cells.end()}];
      for (const std::size_t a : bucket) candidates.emplace(a, b);
      bucket.push_back(b);
    }
  }
  return static_cast<std::size_t>(std::count_if(candidates.begin(), candidates.end(), [&](const auto& pair) {
    return alike(signatures, pair.first, pair.second);
  }));
}

struct Way {
  const char* name;
  std::size_t (*find)(const FeatureBlock&);
};
constexpr Way kWays[] = {{"exact", exact}, {"signatures", by_signatures}, {"bands", by_bands}};

}  // namespace

int main(int, char** arguments) {
  std::vector<std::string> texts;
  std::ifstream file(arguments[1]);
  for (std::string line; std::getline(file, line);) texts.push_back(line);
  const int turns = std::atoi(arguments[2]);
  std::vector<std::size_t> counts;
  for (char** count = arguments + 3; *count != nullptr; ++count) counts.push_back(std::strtoull(*count, nullptr, 10));
  if (counts.empty())
    for (std::size_t count = 10; count <= texts.size(); count = count < 100 ? count + 30 : count * 2)
      counts.push_back(count);
  fmt::print("documents\tway\tseconds\tfound\n");
  for (const std::size_t count : counts) {
    std::vector<std::vector<double>> taken(std::size(kWays));
    std::vector<std::size_t> found(std::size(kWays));
    for (int turn = 0; turn < turns; ++turn)
      for (std::size_t way = 0; way < std::size(kWays); ++way) {
        const auto begin = std::chrono::steady_clock::now();
        found[way] = kWays[way].find(shingle(texts, count));
        taken[way].push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
      }
    for (std::size_t way = 0; way < std::size(kWays); ++way) {
      fmt::print("{}\t{}\t{:.9f}\t{}\n", count, kWays[way].name,
                 *std::min_element(taken[way].begin(), taken[way].end()), found[way]);
    }
  }
}
