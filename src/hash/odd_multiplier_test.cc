#include "hash/odd_multiplier.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <set>
#include <vector>

#include "base/cpu.h"

namespace textkin::hash {
namespace {

std::vector<std::uint64_t> keys(std::size_t count, std::uint64_t seed) {
  std::vector<std::uint64_t> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = stream_word(seed, i);
  return out;
}

class OddMultiplier : public testing::Test {
 protected:
  ~OddMultiplier() override { (void)base::force_simd("auto"); }
};

TEST_F(OddMultiplier, MinimaEqualTheDefinitionOnEveryTarget) {
  for (const char* target : {"scalar", "neon", "sse4", "avx2", "avx512"}) {
    if (!base::force_simd(target).ok()) continue;
    for (const std::uint32_t rows : {1u, 127u, 128u, 129u, 4096u})
      for (const std::size_t count : {0, 1, 2, 3, 7, 8, 15, 16, 17, 33, 100, 1023, 1024, 1025, 2050}) {
        if (rows == 4096 && count > 100) continue;
        const OddMultiplierFamily family(rows, 11);
        const auto given = keys(count, rows);
        std::vector<std::uint32_t> out(family.padded_rows());
        family.minima(given.data(), given.size(), out.data());
        for (std::uint32_t row = 0; row < rows; ++row) {
          std::uint32_t least = 0xFFFFFFFEu;
          for (const std::uint64_t key : given)
            least = std::min(least,
                             family.value_of_word(row, static_cast<std::uint32_t>(mix64(key ^ family.mask()) >> 32)));
          ASSERT_EQ(out[row], least) << target << " " << rows << " " << count << " " << row;
        }
      }
  }
}

TEST_F(OddMultiplier, RowsAreBijectionsAndDifferent) {
  const OddMultiplierFamily family(256, 3);
  std::set<std::pair<std::uint32_t, std::uint32_t>> rows;
  for (std::uint32_t row = 0; row < 256; ++row) {
    EXPECT_EQ(family.multipliers()[row] & 1, 1u);
    rows.insert({family.multipliers()[row], family.offsets()[row]});
  }
  EXPECT_EQ(rows.size(), 256u);
  const OddMultiplierFamily other(256, 4);
  EXPECT_NE(family.mask(), other.mask());
  EXPECT_NE(family.multipliers()[0], other.multipliers()[0]);
}

// Why keys are mixed: the same rows on raw ids in a row, 0 .. 63 against 32 .. 95, agree by 0.049 too seldom.
TEST_F(OddMultiplier, IsBiasedOnRawIdsAndNotOnMixedOnes) {
  double raw = 0;
  double mixed = 0;
  const int trials = 400;
  for (int trial = 0; trial < trials; ++trial) {
    const OddMultiplierFamily family(128, trial);
    for (std::uint32_t row = 0; row < 128; ++row) {
      std::uint32_t least[4] = {~0u, ~0u, ~0u, ~0u};
      for (std::uint32_t id = 0; id < 96; ++id) {
        const std::uint32_t values[2] = {family.value_of_word(row, id), family.value_of_word(row, family.word(id))};
        for (int way = 0; way < 2; ++way) {
          if (id < 64) least[way] = std::min(least[way], values[way]);
          if (id >= 32) least[2 + way] = std::min(least[2 + way], values[way]);
        }
      }
      raw += least[0] == least[2];
      mixed += least[1] == least[3];
    }
  }
  EXPECT_NEAR(raw / (128 * trials) - 1.0 / 3, -.049, .008);
  EXPECT_NEAR(mixed / (128 * trials) - 1.0 / 3, 0, .008);
}

// The largest word would read as "empty"; it is found by solving a x + b = 2^32 - 1 and given alone.
TEST_F(OddMultiplier, NeverSaysEmpty) {
  const OddMultiplierFamily family(1, 5);
  const std::uint32_t a = family.multipliers()[0];
  std::uint32_t inverse = a;  // Newton: doubles the right bits each time
  for (int i = 0; i < 5; ++i) inverse *= 2 - a * inverse;
  const std::uint32_t word = inverse * (0xFFFFFFFFu - family.offsets()[0]);
  ASSERT_EQ(family.value_of_word(0, word), 0xFFFFFFFFu);
  // mix64 backwards.
  std::uint64_t y = std::uint64_t{word} << 32;
  y ^= y >> 31 ^ y >> 62;
  y *= 0x319642B2D24D8EC3ull;
  y ^= y >> 27 ^ y >> 54;
  y *= 0x96DE1B173F119089ull;
  y ^= y >> 30 ^ y >> 60;
  const std::uint64_t key = y ^ family.mask();
  ASSERT_EQ(family.word(key), word);
  for (const char* target : {"scalar", "neon", "sse4", "avx2", "avx512"}) {
    if (!base::force_simd(target).ok()) continue;
    std::vector<std::uint32_t> out(family.padded_rows());
    family.minima(&key, 1, out.data());
    EXPECT_EQ(out[0], OddMultiplierFamily::kLargestCell) << target;
  }
}

}  // namespace
}  // namespace textkin::hash
