#include "stats/law/binomial_law.h"

#include <gtest/gtest.h>
#include <cmath>

#include "stats/law/binomial.h"

namespace textkin::stats {
namespace {

TEST(BandingProbability, GivesThePublishedCurve) {
  // b = 20, r = 5 (Leskovec, Rajaraman, Ullman; Kalampokis 2016).
  const double curve[][2] = {{.2, .006}, {.3, .047}, {.4, .186}, {.5, .470}, {.6, .802}, {.7, .975}, {.8, .9996}};
  for (const auto& [similarity, probability] : curve)
    EXPECT_NEAR(banding_probability(similarity, 20, 5), probability, probability > .999 ? 5.1e-5 : 5.1e-4);
  EXPECT_NEAR(banding_probability(.8, 26, 8), .992, 5e-4);
  EXPECT_NEAR(banding_probability(.5, 26, 8), .097, 5e-4);
  EXPECT_NEAR(banding_probability(.3, 26, 8), .0017, 5e-5);
  EXPECT_NEAR(banding_probability(.8, 16, 8), .947, 5e-4);
  EXPECT_NEAR(banding_probability(.8, 14, 8), .924, 5e-4);
  EXPECT_NEAR(banding_probability(.8, 20, 13), .677, 5e-4);
  EXPECT_NEAR(banding_probability(.8, 25, 10), .942, 5e-4);
  EXPECT_NEAR(banding_probability(.8, 32, 8), .997, 5e-4);
  EXPECT_NEAR(banding_probability(.8, 450, 20), .995, 5e-4);
  // Recall at the threshold of the equal-area rule, which is why it is not used.
  EXPECT_NEAR(banding_probability(.8, 9, 13), .40, 5e-3);
}

TEST(BandingProbability, KeepsItsDigitsWhereItIsTiny) {
  EXPECT_NEAR(banding_probability(.01, 20, 13) / (20 * std::pow(.01, 13)), 1, 1e-12);
  EXPECT_EQ(banding_probability(0, 20, 13), 0);
  EXPECT_EQ(banding_probability(1, 20, 13), 1);
  EXPECT_EQ(banding_probability(std::nan(""), 20, 13), 0);
  EXPECT_EQ(banding_probability(.5, 0, 13), 0);
}

// The same by summing over the number of equal bands.
TEST(BandingProbability, IsTheTailOfTheNumberOfEqualBands) {
  for (const double s : {.1, .5, .8, .95})
    for (const int b : {1, 5, 64})
      for (const int r : {1, 4, 16})
        EXPECT_NEAR(banding_probability(s, b, r), binomial_tail(1, b, std::pow(s, r)), 1e-12);
}

TEST(BinomialLaw, IsBinomial) {
  const BinomialLaw law;
  EXPECT_EQ(law.agreement(.3), .3);
  EXPECT_EQ(law.agreement(-1), 0);
  EXPECT_EQ(law.agreement(2), 1);
  EXPECT_NEAR(law.variance(.5, 10, 128), .0442 * .0442, 1e-5);
  const Interval loose = law.interval(64, 128, 10, 10, .95, false);
  const Interval tight = law.interval(64, 128, 10, 10, .95, true);
  EXPECT_EQ(loose.lower, tight.lower);
  EXPECT_EQ(loose.upper, tight.upper);
}

}  // namespace
}  // namespace textkin::stats
