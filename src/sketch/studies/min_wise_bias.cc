#include "sketch/studies/min_wise_bias.h"

#include <algorithm>
#include <memory>
#include <string>

#include "hash/draws.h"

namespace textkin::sketch {
namespace {

using Keys = std::vector<std::uint64_t>;

// first, first + step, ...; `count` of them.
Keys progression(std::uint64_t first, std::uint64_t count, std::uint64_t step = 1) {
  Keys keys(count);
  for (std::uint64_t i = 0; i < count; ++i) keys[i] = first + i * step;
  return keys;
}

Keys joined(Keys a, const Keys& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// Eight keys in a row in each of eight rows of 256.
Keys grid(std::uint64_t first) {
  Keys keys;
  for (std::uint64_t i = 0; i < 8; ++i) keys = joined(std::move(keys), progression(first + 256 * i, 8));
  return keys;
}

Keys random_keys(std::size_t count) {
  hash::Draws draws(1);
  Keys keys;
  while (keys.size() < count) {
    const std::uint64_t key = 1 + draws.below(kPatternUniverse - 1);
    if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
  }
  return keys;
}

}  // namespace

std::vector<KeyPattern> key_patterns() {
  const Keys all = progression(1, 96);
  const Keys random = random_keys(96);
  return {{"intervals overlap", progression(1, 64), progression(33, 64)},
          {"middle of an interval", all, progression(33, 32)},
          {"start of an interval", all, progression(1, 32)},
          {"both ends of an interval", all, joined(progression(1, 16), progression(81, 16))},
          {"progression, step 101", progression(1, 64, 101), progression(1 + 32 * 101, 64, 101)},
          {"grid of two bytes", grid(1), grid(1 + 256 * 4)},
          {"random keys", Keys(random.begin(), random.begin() + 64), Keys(random.begin() + 32, random.end())}};
}

Result<Agreements> count_agreements(const hash::FamilyEntry& family, std::uint64_t parameter, std::uint32_t functions,
                                    std::span<const KeyPattern> patterns) {
  const std::uint32_t together = std::min<std::uint32_t>({family.max_rows, functions, 1024});
  Agreements found{0, std::vector<std::uint64_t>(patterns.size())};
  for (std::uint64_t seed = 0; found.functions < functions; ++seed, found.functions += together) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<hash::HashFamily> made,
                             hash::make_family(family.name, {together, seed, parameter}));
    std::vector<std::uint32_t> a(made->padded_rows());
    std::vector<std::uint32_t> b(made->padded_rows());
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      for (const Keys* keys : {&patterns[i].a, &patterns[i].b})
        if (*std::ranges::max_element(*keys) > made->largest_key())
          return Status(Code::kInvalidArgument, "hash family '" + std::string(family.name) + "' has keys up to " +
                                                    std::to_string(made->largest_key()) + " here, not " +
                                                    std::to_string(*std::ranges::max_element(*keys)));
      made->minima(patterns[i].a.data(), patterns[i].a.size(), a.data());
      made->minima(patterns[i].b.data(), patterns[i].b.size(), b.data());
      for (std::uint32_t row = 0; row < together; ++row) found.equal[i] += a[row] == b[row];
    }
  }
  return found;
}

Result<std::vector<double>> measured_biases(const hash::FamilyEntry& family, std::uint64_t parameter,
                                            std::uint32_t functions, std::span<const KeyPattern> patterns) {
  TEXTKIN_ASSIGN_OR_RETURN(const Agreements counted, count_agreements(family, parameter, functions, patterns));
  std::vector<double> biases;
  for (const std::uint64_t equal : counted.equal)
    biases.push_back(static_cast<double>(equal) / static_cast<double>(counted.functions) - 1.0 / 3);
  return biases;
}

}  // namespace textkin::sketch
