// experiment_family_times FILE ROWS TURNS: seconds to fill a signature matrix with each hash family (Bergillos, Rambla
// and Cabeza 2018, section 8.2), for k = 2 .. 20, over the documents of FILE, one a line.
//
// The three of the paper by their definitions over row numbers, row after row as its pseudocode does; and the kernel
// that textkin uses. Families take turns; the least of TURNS is written.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "hash/catalog.h"
#include "text/catalog.h"

namespace {

using namespace textkin;

struct Way {
  const char* name;
  const char* family;
  bool by_definition;
};
constexpr Way kWays[] = {{"modular", "linear-31", true},
                         {"multiplicative", "multiplicative-32", true},
                         {"murmur3", "murmur3", true},
                         {"textkin's kernel", "odd", false}};

double seconds(const hash::HashFamily& family, bool by_definition,
               const std::vector<std::vector<std::uint64_t>>& sets) {
  std::vector<std::uint32_t> minima(family.padded_rows());
  std::uint64_t sum = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (const std::vector<std::uint64_t>& set : sets) {
    if (by_definition) {
      std::fill(minima.begin(), minima.end(), ~0u);
      for (const std::uint64_t key : set)
        for (std::uint32_t row = 0; row < family.rows(); ++row)
          minima[row] = std::min(minima[row], family.cell(family.value(row, key)));
    } else {
      family.minima(set.data(), set.size(), minima.data());
    }
    sum += minima[0];
  }
  const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return sum == 1 ? 0 : taken;  // the sum is used, so that nothing is left out
}

}  // namespace

int main(int, char** arguments) {
  std::vector<std::string> texts;
  std::ifstream file(arguments[1]);
  for (std::string line; std::getline(file, line);) texts.push_back(line);
  const auto rows = static_cast<std::uint32_t>(std::atoi(arguments[2]));
  const int turns = std::atoi(arguments[3]);
  fmt::print("k\tshingles\tway\tseconds\n");
  for (std::uint32_t k = 2; k <= 20; ++k) {
    TextSpec spec;
    spec.unit = ShingleUnit::kCharacter;
    spec.shingle_size = k;
    auto shingler = text::make_shingler(spec).value();
    std::unordered_map<Feature, std::uint64_t> numbers;  // rows of the characteristic matrix
    std::vector<std::vector<std::uint64_t>> sets;
    std::size_t shingles = 0;
    for (const std::string& text : texts) {
      std::vector<Feature> features;
      shingler->append_distinct(text, features);
      for (Feature& feature : features) feature = numbers.try_emplace(feature, numbers.size()).first->second;
      shingles += features.size();
      sets.push_back(std::move(features));
    }
    std::vector<std::vector<double>> taken(std::size(kWays));
    for (int turn = 0; turn < turns; ++turn)
      for (std::size_t way = 0; way < std::size(kWays); ++way)
        taken[way].push_back(seconds(**hash::make_family(kWays[way].family, {.rows = rows, .seed = 1, .parameter = 0}),
                                     kWays[way].by_definition, sets));
    for (std::size_t way = 0; way < std::size(kWays); ++way) {
      fmt::print("{}\t{}\t{}\t{:.9f}\n", k, shingles, kWays[way].name,
                 *std::min_element(taken[way].begin(), taken[way].end()));
    }
  }
}
