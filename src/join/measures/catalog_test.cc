// What every row of the table of measures promises, and the formulas of those that there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string_view>

#include "join/measures/catalog.h"
#include "join/measures/containment.h"
#include "join/measures/cosine.h"
#include "join/measures/dice.h"
#include "join/measures/jaccard.h"
#include "join/measures/shared_count.h"
#include "join/measures/threshold.h"

namespace textkin::join {
namespace {

TEST(Measure, FormulasAreThoseOfTheBooks) {
  EXPECT_EQ(kJaccard.similarity(2, 3, 5), 2.0 / 6);
  EXPECT_EQ(kDice.similarity(2, 3, 5), 4.0 / 8);
  EXPECT_EQ(kCosine.similarity(2, 3, 5), 2 / std::sqrt(15.0));
  EXPECT_EQ(kCosine.similarity(3, 5, 5), .6) << "rounded once";
  EXPECT_EQ(kContainment.similarity(2, 3, 5), 2.0 / 3);
  EXPECT_EQ(kContainment.similarity(2, 5, 3), 2.0 / 5);
  EXPECT_EQ(kSharedCount.similarity(2, 3, 5), 2);
}

TEST(Measure, OfAPairIsThatOfTheContainedSetOrOfTheSmaller) {
  EXPECT_EQ(kContainment.of(2, 5, 4, Part::kContained), 2.0 / 5);
  EXPECT_EQ(kContainment.of(2, 5, 4, Part::kContainer), 2.0 / 4);
  EXPECT_EQ(kContainment.of(2, 5, 4, Part::kEither), 2.0 / 4);
  EXPECT_EQ(kContainment.of(2, 4, 5, Part::kEither), 2.0 / 4);
}

TEST(Measure, IdenticalSetsAreOneAndDisjointOnesNothing) {
  for (const Measure* measure : measures()) {
    EXPECT_EQ(measure->similarity(7, 7, 7), measure->kind == Measure::Kind::kCount ? 7 : 1) << measure->name;
    EXPECT_EQ(measure->similarity(0, 7, 9), 0) << measure->name;
    EXPECT_EQ(measure->similarity(0, 0, 0), 0) << measure->name;
  }
}

TEST(Measure, GrowsWithWhatIsSharedAndOnlyADirectedOneTellsTheSetsApart) {
  for (const Measure* measure : measures()) {
    for (std::uint64_t x = 1; x <= 25; ++x) {
      for (std::uint64_t y = 1; y <= 25; ++y) {
        for (std::uint64_t shared = 1; shared <= std::min(x, y); ++shared) {
          const double here = measure->similarity(shared, x, y);
          ASSERT_GT(here, measure->similarity(shared - 1, x, y)) << measure->name;
          if (measure->kind != Measure::Kind::kCount) {
            ASSERT_LE(here, 1) << measure->name;
          }
          if (measure->kind != Measure::Kind::kDirected) {
            ASSERT_EQ(here, measure->similarity(shared, y, x)) << measure->name;
          }
        }
      }
    }
  }
}

// The index of the exact join holds short prefixes because of this.
TEST(Measure, WhatIsDemandedNeverFallsWhereTheLargerSetGrows) {
  for (const Measure* measure : measures()) {
    for (const double share : {.05, .3, .5, .75, .8, 1.0}) {
      const double t = measure->kind == Measure::Kind::kCount ? std::ceil(20 * share) : share;
      for (std::uint64_t x = 1; x <= 40; ++x) {
        for (std::uint64_t y = x; y <= 80; ++y)
          ASSERT_LE(measure->required_overlap(x, y, t, Part::kEither),
                    measure->required_overlap(x, y + 1, t, Part::kEither))
              << measure->name << " " << x << " " << y << " " << t;
      }
    }
  }
}

TEST(Measure, HasAWordOfItsOwnAndAReasonWhereItHasNoBands) {
  std::set<std::string_view> names;
  for (const Measure* measure : measures()) {
    EXPECT_TRUE(names.insert(measure->name).second);
    EXPECT_FALSE(measure->doc.empty());
    ASSERT_TRUE(find_measure(measure->name).ok());
    EXPECT_EQ(*find_measure(measure->name), measure);
    for (const double t : {.2, .5, .9}) {
      if (measure->why_no_bands.empty()) {
        EXPECT_GT(measure->least_jaccard(t), 0) << measure->name;
      }
    }
  }
  EXPECT_EQ(find_measure("jacard").status().message(), "there is no measure 'jacard'; did you mean 'jaccard'?");
}

TEST(CheckThreshold, RefusesWhatCannotBe) {
  for (const Measure* measure : measures()) {
    const bool count = measure->kind == Measure::Kind::kCount;
    for (const double t : {0.0, -1.0, 2.5, 1e300, std::nan("")})
      EXPECT_EQ(check_threshold({t, *measure}).code(), Code::kInvalidArgument) << measure->name << " " << t;
    EXPECT_TRUE(check_threshold({1, *measure}).ok());
    EXPECT_EQ(check_threshold({.5, *measure}).ok(), !count);
    EXPECT_EQ(check_threshold({3, *measure}).ok(), count);
  }
}

}  // namespace
}  // namespace textkin::join
