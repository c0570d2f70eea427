#include "base/sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/cpu.h"

namespace textkin::base {
namespace {

// Few distinct keys, all-ones keys and all sizes around the switch to the vector sort: Debian's Highway loses records
// with all-ones keys in its key-value types, which this room must never use.
TEST(Sort, KeyValuePairsSurviveOnEveryTarget) {
  std::mt19937_64 random(7);
  for (const char* target : {"auto", "avx2", "sse4", "scalar"}) {
    if (!force_simd(target).ok()) continue;
    for (int repeat = 0; repeat < 2000; ++repeat) {
      std::vector<KeyValue> pairs(random() % 300);
      for (KeyValue& pair : pairs) {
        const std::uint64_t kind = random() % 4;
        pair = {random() % 5, kind == 0 ? ~0ull : kind == 1 ? 0 : random() % 3 ? random() % 7 : random()};
      }
      std::vector<KeyValue> expected = pairs;
      std::sort(expected.begin(), expected.end(), [](const KeyValue& a, const KeyValue& b) {
        return std::pair(a.key, a.value) < std::pair(b.key, b.value);
      });
      sort(pairs.data(), pairs.size());
      ASSERT_EQ(pairs, expected) << target;
    }
  }
  ASSERT_TRUE(force_simd("auto").ok());
}

TEST(Sort, UniqueValues) {
  std::mt19937_64 random(8);
  for (int repeat = 0; repeat < 500; ++repeat) {
    std::vector<std::uint64_t> values(random() % 200);
    for (auto& value : values) value = random() % 3 == 0 ? ~0ull : random() % 50;
    std::vector<std::uint64_t> expected = values;
    std::sort(expected.begin(), expected.end());
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    sort_unique(values);
    ASSERT_EQ(values, expected);
  }
}

TEST(Sort, RunsBecomeOne) {
  std::mt19937_64 random(5);
  std::vector<KeyValue> scratch;
  for (std::size_t runs = 0; runs < 12; ++runs) {
    std::vector<KeyValue> pairs;
    std::vector<std::size_t> ends;
    for (std::size_t run = 0; run < runs; ++run) {
      const std::size_t begin = pairs.size();
      for (std::size_t left = random() % 40; left > 0; --left)
        pairs.push_back({.value = random() % 3, .key = random() % 5 == 0 ? ~0ull : random() % 20});
      sort(pairs.data() + begin, pairs.size() - begin);
      ends.push_back(pairs.size());
    }
    std::vector<KeyValue> expected = pairs;
    sort(expected.data(), expected.size());
    merge_runs(pairs, ends, scratch);
    ASSERT_EQ(pairs, expected) << runs;
  }
}

TEST(Cpu, RefusesUnknownTargets) {
  const Status status = force_simd("mmx");
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_NE(status.message().find("scalar"), std::string::npos);
  ASSERT_TRUE(force_simd("scalar").ok());
  EXPECT_FALSE(simd_enabled());
  EXPECT_EQ(simd_name(), "scalar");
  ASSERT_TRUE(force_simd("auto").ok());
  EXPECT_TRUE(simd_enabled());
}

}  // namespace
}  // namespace textkin::base
