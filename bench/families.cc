// The hash families of the catalogue: what each is, how far it is from min-wise, and what a value costs.
//
// `bench_families` prints docs/hash-families.md. The biases are the same on every machine, and a test compares the page
// with the functions that they come from; the times are those of the machine it ran on: families take turns within one
// run, and shown are medians of the thread's own time.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/cpu.h"
#include "hash/catalog.h"
#include "hash/mix.h"
#include "measuring.h"
#include "sketch/studies/min_wise_bias.h"
#include "stats/law/linear_minwise.h"

namespace {

using textkin::bench::median;
using textkin::bench::thread_seconds;
using textkin::hash::FamilyEntry;
using textkin::sketch::KeyPattern;
using textkin::stats::LinearMinwise;
using textkin::stats::Multipliers;

constexpr std::uint32_t kRows = 1u << 17;
constexpr int kTurns = 15;
constexpr std::size_t kKeys = 2000;

std::uint64_t parameter_of(const FamilyEntry& entry) {
  return entry.for_features() ? 0 : textkin::sketch::kPatternUniverse;
}

std::string titled(const FamilyEntry& entry) {
  std::string title = "`" + std::string(entry.name) + "`";
  if (const std::uint64_t parameter = parameter_of(entry); parameter != 0) title += fmt::format(", n = {}", parameter);
  return title;
}

void print_heads(const char* first, const std::vector<KeyPattern>& patterns) {
  fmt::print("| {} |", first);
  for (const KeyPattern& pattern : patterns) fmt::print(" {} |", pattern.name);
  fmt::print("\n|---|");
  for (std::size_t i = 0; i < patterns.size(); ++i) fmt::print("---|");
  fmt::print("\n");
}

void print_catalogue() {
  fmt::print("| family | definition | what is known | keys | reference |\n|---|---|---|---|---|\n");
  for (const FamilyEntry& entry : textkin::hash::families())
    fmt::print("| `{}` | {} | {} | {} | {} |\n", entry.name, entry.doc, entry.law,
               entry.any_keys ? "any" : "random, or mixed first", entry.reference);
}

bool print_exact(const std::vector<KeyPattern>& patterns) {
  const struct {
    std::uint64_t modulus;
    Multipliers multipliers;
    const char* words;
  } laws[] = {{10007, Multipliers::kUnits, "prime"},
              {10000, Multipliers::kUnits, "units"},
              {10000, Multipliers::kNonZero, "any but 0: ties"}};
  print_heads("modulus, multipliers", patterns);
  for (const auto& [modulus, multipliers, words] : laws) {
    fmt::print("| {}, {} |", modulus, words);
    for (const KeyPattern& pattern : patterns) {
      const auto law = LinearMinwise::of(modulus, multipliers);
      const auto chance = law.ok() ? law->collision(pattern.a, pattern.b) : law.status();
      if (!chance.ok()) return false;
      fmt::print(" {:+.4f} |", chance->value() - 1.0 / 3);
    }
    fmt::print("\n");
  }
  return true;
}

bool print_ends() {
  fmt::print("| m |");
  for (std::uint64_t m = 4; m <= 256; m *= 2) fmt::print(" {} |", m);
  fmt::print("\n|---|---|---|---|---|---|---|---|\n| m P(an end is least) |");
  for (std::uint64_t m = 4; m <= 256; m *= 2) {
    std::vector<std::uint64_t> keys(m);
    for (std::uint64_t i = 0; i < m; ++i) keys[i] = i;
    const auto law = LinearMinwise::of(10007, Multipliers::kUnits);
    const auto chance = law.ok() ? law->least(keys, 0) : law.status();
    if (!chance.ok()) return false;
    fmt::print(" {:.3f} |", static_cast<double>(m) * chance->value());
  }
  fmt::print("\n");
  return true;
}

bool print_measured(const std::vector<KeyPattern>& patterns) {
  print_heads("family", patterns);
  for (const FamilyEntry& entry : textkin::hash::families()) {
    // Tables of permutations of 10007 keys for so many rows would take a minute, to show that an exact law holds.
    if (entry.name == "permutation") continue;
    const auto biases = textkin::sketch::measured_biases(entry, parameter_of(entry), kRows, patterns);
    if (!biases.ok()) return false;
    fmt::print("| {} |", titled(entry));
    for (const double bias : *biases) fmt::print(" {:+.4f} |", bias);
    fmt::print("\n");
  }
  return true;
}

bool print_times() {
  std::vector<std::uint64_t> keys(kKeys);
  struct Timed {
    const FamilyEntry* entry;
    std::unique_ptr<textkin::hash::HashFamily> one, many;
    std::vector<double> one_times, many_times;
  };
  std::vector<Timed> timed;
  for (const FamilyEntry& entry : textkin::hash::families()) {
    auto one = textkin::hash::make_family(entry.name, {1, 1, parameter_of(entry)});
    auto many = textkin::hash::make_family(entry.name, {128, 1, parameter_of(entry)});
    if (!one.ok() || !many.ok()) return false;
    timed.push_back({&entry, std::move(*one), std::move(*many), {}, {}});
  }
  std::vector<std::uint32_t> out(128);
  for (int turn = 0; turn < kTurns; ++turn)
    for (Timed& family : timed) {
      const std::uint64_t most = family.one->largest_key();
      for (std::size_t i = 0; i < kKeys; ++i) {
        const std::uint64_t word = textkin::hash::stream_word(1, i);
        keys[i] = most + 1 == 0 ? word : word % (most + 1);
      }
      const auto seconds = [&](const textkin::hash::HashFamily& rows, int times) {
        const double start = thread_seconds();
        for (int i = 0; i < times; ++i) rows.minima(keys.data(), keys.size(), out.data());
        return (thread_seconds() - start) / times;
      };
      family.one_times.push_back(seconds(*family.one, 20));
      family.many_times.push_back(seconds(*family.many, 1));
    }
  const double odd_many = median(timed[0].many_times);
  fmt::print("| family | ns a key, one row | ns a key, 128 rows | times `odd` at 128 rows |\n|---|---|---|---|\n");
  for (const Timed& family : timed)
    fmt::print("| {} | {:.2f} | {:.1f} | {:.1f} |\n", titled(*family.entry), median(family.one_times) / kKeys * 1e9,
               median(family.many_times) / kKeys * 1e9, median(family.many_times) / odd_many);
  return true;
}

}  // namespace

int main(int argc, char**) {
  if (argc != 1) {
    fmt::print(stderr, "usage: bench_families > docs/hash-families.md\n");
    return 2;
  }
  const std::vector<KeyPattern> patterns = textkin::sketch::key_patterns();
  fmt::print(
      "# Hash families\n\nWritten by `make hash-families`; the biases are compared with their functions by a test.\n\n"
      "MinHash needs functions under which every member of a set is the least with the same chance. The families of "
      "the\n"
      "catalogue (`src/hash/catalog.cc`) come near that to different degrees. `--sketch kperm` uses `odd`;\n"
      "`--sketch kperm-NAME` uses another one, where it takes 64-bit features. Features of textkin are mixed hashes, "
      "and a\n"
      "sketch over a family that needs random keys mixes them once more, so no sketch has the biases below: they are "
      "those\n"
      "of the families on raw keys, as programs that number their shingles use them.\n\n");
  print_catalogue();
  fmt::print(
      "\nA partner of every key under `murmur3` is constructed in `src/hash/families_test.cc`: change bit 18 of what "
      "its\n"
      "first half adds and bit 31 of what its second half adds.\n\n"
      "## The exact bias of the linear family\n\n"
      "P(minima agree) less the Jaccard similarity, 1/3 in every column: two sets that share 32 of 96 keys. Exact, by "
      "the\n"
      "gap formula of `src/stats/law/linear_minwise.h`. The keys are 1 to 96, and so on; adding a constant to all, or\n"
      "multiplying all by a unit of the modulus, changes nothing.\n\n");
  if (!print_exact(patterns)) return 2;
  fmt::print(
      "\nOf m keys in a row, modulo 10007, an end is the least more often than one in m: about\n"
      "(3/pi^2) ln m + .66 times as often, without bound (Broder et al. 1998).\n\n");
  if (!print_ends()) return 2;
  fmt::print(
      "\n## The bias of every family, measured\n\nOver {} functions of each; the standard error is {:.4f}.\n"
      "It is a property of the family: more cells do not lower it. Key 0 is in no set: under the multiplicative "
      "families\n"
      "it is the least of every set that has it.\n\n",
      kRows, std::sqrt(2.0 / 9 / kRows));
  if (!print_measured(patterns)) return 2;
  fmt::print(
      "\n## Time\n\nThe least of {} keys, on one core, {} kernels for `odd`, plain C++ for the others; medians of {} "
      "turns.\nTables of 128 rows (2 MiB and more) do not stay in the nearest cache.\n\n",
      kKeys, textkin::base::simd_name(), kTurns);
  return print_times() ? 0 : 2;
}
