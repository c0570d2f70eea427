#include "join/sets/overlap.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <iterator>

#include "base/cpu.h"
#include "join/sets/overlap_kernel.h"
#include "join/sets/testing_sets.h"

namespace textkin::join {
namespace {

std::uint64_t reference(FeatureView a, FeatureView b) {
  std::vector<Feature> shared;
  std::ranges::set_intersection(a, b, std::back_inserter(shared));
  return shared.size();
}

std::vector<std::string> targets() {
  std::vector<std::string> names;
  for (const char* name : {"scalar", "neon", "sse4", "avx2", "avx512", "auto"}) {
    if (base::force_simd(name).ok()) names.emplace_back(name);
  }
  EXPECT_GE(names.size(), 2u);
  return names;
}

void expect_right(FeatureView a, FeatureView b) {
  const std::uint64_t shared = reference(a, b);
  ASSERT_EQ(overlap(a, b), shared);
  ASSERT_EQ(overlap(b, a), shared);
  for (const std::uint64_t needed : {std::uint64_t{0}, shared - (shared > 0), shared, shared + 1, shared + 2}) {
    const auto found = overlap_at_least(a, b, needed);
    ASSERT_EQ(found.has_value(), shared >= needed) << needed;
    if (found) {
      ASSERT_EQ(*found, shared);
    }
  }
}

TEST(Overlap, EqualsTheReferenceOnEveryTarget) {
  const auto check = [](const std::string& name) {
    ASSERT_TRUE(base::force_simd(name).ok());
    for (std::uint64_t size_a : {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 1000}) {
      for (std::uint64_t size_b : {0, 1, 3, 8, 16, 17, 40, 64, 333, 5000}) {
        for (std::uint64_t shift : {0, 1, 5, 8, 90, 6000}) {
          expect_right(range_set(0, size_a), range_set(shift, shift + size_b));
        }
      }
    }
    // Skewed: one set lies wholly below, between or above the other; the least and the greatest features.
    const std::vector<Feature> edges = {0, 1, ~Feature{0} - 1, ~Feature{0}};
    std::vector<Feature> dense;
    for (Feature f = 0; f < 300; ++f) dense.push_back(f);
    expect_right(edges, dense);
    expect_right(edges, range_set(0, 500));
    expect_right(edges, edges);
    std::mt19937_64 random(3);
    for (int i = 0; i < 300; ++i) {
      Sets sets = alike_sets(random(), 2, 400);
      expect_right(sets[0], sets[1]);
      expect_right(sets[1], dense);
    }
  };
  for (const std::string& name : targets()) check(name);
  ASSERT_TRUE(base::force_simd("auto").ok());
}

TEST(Overlap, TwinsAgree) {
  for (const std::string& name : targets()) {
    ASSERT_TRUE(base::force_simd(name).ok());
    std::mt19937_64 random(11);
    for (int i = 0; i < 500; ++i) {
      const Sets sets = alike_sets(random(), 2, 300, 1 + random() % 200);
      ASSERT_EQ(shared_scalar(sets[0], sets[1], 0), shared_simd(sets[0], sets[1], 0)) << name;
    }
  }
  ASSERT_TRUE(base::force_simd("auto").ok());
}

RC_GTEST_PROP(Overlap, IsTheSizeOfTheIntersection, (std::vector<std::uint8_t> a, std::vector<std::uint8_t> b)) {
  const std::vector<Feature> x = ascending({a.begin(), a.end()});
  const std::vector<Feature> y = ascending({b.begin(), b.end()});
  RC_ASSERT(overlap(x, y) == reference(x, y));
}

}  // namespace
}  // namespace textkin::join
