#include "join/sets/set_sizes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <random>
#include <utility>
#include <vector>

#include "join/measures/catalog.h"
#include "join/measures/measure.h"
#include "join/measures/threshold.h"
#include "textkin/jaccard.h"

namespace textkin::join {
namespace {

const double kManyThresholds[] = {.1,  .2,  .3,      .4,      .5,       .6,         .7,        .8,
                                  .9,  1,   1.0 / 3, 2.0 / 3, .25,      .333333333, .66666667, 0.000001,
                                  .05, .85, .999,    .123,    3.0 / 7., 1.0 / 60};

bool similar(std::uint64_t shared, std::uint64_t x, std::uint64_t y, double threshold) {
  return double(shared) / double(x + y - shared) >= threshold;
}

TEST(RequiredOverlap, IsTheLeastThatThePredicateAccepts) {
  for (const double t : kManyThresholds) {
    for (std::uint64_t x = 1; x <= 60; ++x) {
      for (std::uint64_t y = 1; y <= 60; ++y) {
        std::uint64_t least = 0;
        while (least <= std::min(x, y) && !similar(least, x, y, t)) ++least;
        ASSERT_EQ(required_overlap(x, y, t), least) << x << " " << y << " " << t;
      }
    }
  }
}

const Part kParts[] = {Part::kEither, Part::kContained, Part::kContainer};

// The thresholds that a measure can have.
std::vector<Threshold> thresholds(const Measure& measure) {
  std::vector<Threshold> all;
  if (measure.kind == Measure::Kind::kCount) {
    for (const double count : {1, 2, 3, 7, 20, 59, 60, 61, 1000}) all.emplace_back(count, measure);
    return all;
  }
  for (const double t : kManyThresholds) all.emplace_back(t, measure);
  return all;
}

// What the measure says, with the parts put in place by hand.
bool alike(std::uint64_t shared, std::uint64_t x, std::uint64_t y, const Threshold& t, Part part) {
  if (part == Part::kContainer || (part == Part::kEither && x > y)) std::swap(x, y);
  return t.measure->similarity(shared, x, y) >= t.value;
}

TEST(RequiredOverlap, IsTheLeastThatThePredicateAcceptsForEveryMeasure) {
  for (const Measure* measure : measures()) {
    for (const Threshold& t : thresholds(*measure)) {
      for (std::uint64_t x = 1; x <= 60; ++x) {
        for (std::uint64_t y = 1; y <= 60; ++y) {
          for (const Part part : kParts) {
            if (part != Part::kEither && measure->kind != Measure::Kind::kDirected) continue;
            std::uint64_t least = 1;
            while (least <= std::min(x, y) && !alike(least, x, y, t, part)) ++least;
            ASSERT_EQ(required_overlap(x, y, t, part), least)
                << x << " " << y << " " << t.value << " " << measure->name;
          }
        }
      }
    }
  }
}

TEST(RequiredOverlap, IsExactAtTheLargestSizesForEveryMeasure) {
  std::mt19937_64 random(17);
  for (int i = 0; i < 200000; ++i) {
    const Measure* measure = measures()[i % measures().size()];
    if (measure->kind == Measure::Kind::kCount) continue;
    const std::uint64_t x = 0xFFFFFFFFull - random() % 1000;
    const std::uint64_t y = x - random() % (x / (1 + random() % 1000));
    const Threshold t(
        i % 3 == 0 ? kManyThresholds[random() % std::size(kManyThresholds)] : double(1 + random() % 100000) / 1e5,
        *measure);
    const std::uint64_t needed = required_overlap(x, y, t);
    if (needed <= std::min(x, y)) {
      ASSERT_TRUE(alike(needed, x, y, t, Part::kEither));
    }
    ASSERT_FALSE(alike(needed - 1, x, y, t, Part::kEither)) << x << " " << y << " " << t.value << " " << measure->name;
  }
}

// Sizes and prefixes of algorithms for set-similarity joins (Xiao et al. 2008), against what any pair demands.
TEST(SetSizes, PartnersAndPrefixesLoseNothingForAnyMeasure) {
  for (const Measure* measure : measures()) {
    for (const Threshold& t : thresholds(*measure)) {
      for (std::uint64_t x = 1; x <= 60; ++x) {
        for (const Part part : kParts) {
          if (part != Part::kEither && measure->kind != Measure::Kind::kDirected) continue;
          std::uint64_t least_size = x + 1;
          std::uint64_t least_overlap = x + 1;
          for (std::uint64_t y = 1; y <= 150; ++y) {
            const std::uint64_t needed = required_overlap(x, y, t, part);
            if (needed > std::min(x, y)) continue;
            least_size = std::min(least_size, y);
            least_overlap = std::min(least_overlap, needed);
            if (y >= x) {
              ASSERT_GE(index_prefix(x, t), x - needed + 1) << x << " " << y << " " << t.value << " " << measure->name;
            }
          }
          ASSERT_EQ(least_partner_size(x, t, part) > x, least_size > x);
          ASSERT_LE(least_partner_size(x, t, part), std::max(least_size, x + 1));
          ASSERT_EQ(probe_prefix(x, t, part), x - least_overlap + 1) << x << " " << t.value << " " << measure->name;
          ASSERT_LE(index_prefix(x, t), probe_prefix(x, t, part));
        }
      }
    }
  }
}

TEST(LeastJaccard, IsMetAndNotPassed) {
  for (const double t : kManyThresholds) {
    for (const Measure* measure : measures()) {
      if (!measure->why_no_bands.empty()) continue;
      const double floor = measure->least_jaccard(t);
      double least = 1;
      for (std::uint64_t x = 1; x <= 120; ++x) {
        for (std::uint64_t y = 1; y <= x; ++y) {
          const std::uint64_t needed = required_overlap(x, y, {t, *measure});
          if (needed <= y) least = std::min(least, jaccard(needed, x, y));
        }
      }
      ASSERT_GE(least, floor - 1e-12) << t << " " << measure->name;
      if (t > .1) {
        ASSERT_LE(least, floor + .01) << t << " " << measure->name;
      }
    }
  }
}

TEST(RequiredOverlap, HasItsEdges) {
  EXPECT_EQ(required_overlap(5, 5, 0), 0u);
  EXPECT_EQ(required_overlap(5, 5, -1), 0u);
  EXPECT_EQ(required_overlap(5, 7, 1.0001), 6u);
  EXPECT_EQ(required_overlap(5, 7, std::nan("")), 6u);
  EXPECT_EQ(required_overlap(0, 0, .5), 1u);
  EXPECT_EQ(required_overlap(0, 9, .5), 1u);
  EXPECT_EQ(required_overlap(9, 9, 1), 9u);
}

TEST(RequiredOverlap, IsExactAtTheLargestSizes) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 200000; ++i) {
    const std::uint64_t x = 0xFFFFFFFFull - random() % 1000;
    const std::uint64_t y = x - random() % (x / (1 + random() % 1000));
    const double t =
        i % 2 == 0 ? kManyThresholds[random() % std::size(kManyThresholds)] : double(random() % 100000) / 100000;
    const std::uint64_t needed = required_overlap(x, y, t);
    if (needed <= std::min(x, y)) {
      ASSERT_TRUE(similar(needed, x, y, t));
    }
    if (needed > 0) {
      ASSERT_FALSE(similar(needed - 1, x, y, t)) << x << " " << y << " " << t;
    }
  }
}

TEST(SetSizes, PartnersAndPrefixesAreThoseOfThePredicate) {
  for (const double t : kManyThresholds) {
    for (std::uint64_t x = 1; x <= 60; ++x) {
      std::uint64_t least = 1;
      while (!similar(least, x, least, t)) ++least;
      ASSERT_EQ(least_partner_size(x, t), least) << x << " " << t;
      for (std::uint64_t y = least; y <= 80; ++y) {
        if (required_overlap(x, y, t) > std::min(x, y)) continue;
        ASSERT_GE(probe_prefix(x, t), x - required_overlap(x, y, t) + 1);
        if (y >= x) {
          ASSERT_GE(index_prefix(x, t), x - required_overlap(x, y, t) + 1);
        }
      }
    }
  }
}

}  // namespace
}  // namespace textkin::join
