#include "text/shingles/tfidf.h"

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "gtest/gtest.h"
#include "hash/mix.h"

namespace textkin::text {
namespace {

TEST(DocumentFrequencies, CountDocuments) {
  std::mt19937_64 random(2);
  std::map<Feature, std::uint32_t> expected;
  DocumentFrequencies frequencies;
  EXPECT_EQ(frequencies.of(5), 0u);
  for (int document = 0; document < 500; ++document) {
    std::set<Feature> set;
    // With 0 and ~0, and features that crowd one place.
    for (std::uint64_t i = random() % 60; i > 0; --i)
      set.insert(random() % 9 == 0 ? random() % 3 - 1
                 : i % 2 == 0      ? (random() % 300) << 40
                                   : hash::mix64(random() % 5000));
    const std::vector<Feature> features(set.begin(), set.end());
    frequencies.add(features);
    for (const Feature feature : features) ++expected[feature];
  }
  EXPECT_EQ(frequencies.documents(), 500u);
  EXPECT_EQ(frequencies.distinct(), expected.size());
  for (const auto& [feature, count] : expected) EXPECT_EQ(frequencies.of(feature), count);
  EXPECT_EQ(frequencies.of(hash::mix64(1u << 30)), 0u);
}

TEST(DocumentFrequencies, Weigh) {
  DocumentFrequencies frequencies;
  frequencies.add(std::vector<Feature>{1, 2});
  frequencies.add(std::vector<Feature>{1});
  frequencies.add(std::vector<Feature>{});
  frequencies.add(std::vector<Feature>{1, 3});
  std::vector<double> weights{2, 1, 5};
  frequencies.weigh(std::vector<Feature>{1, 2, 3}, weights);
  EXPECT_DOUBLE_EQ(weights[0], 2 * std::log(1 + 4.0 / 3));
  EXPECT_DOUBLE_EQ(weights[1], std::log(5.0));
  EXPECT_DOUBLE_EQ(weights[2], 5 * std::log(5.0));
}

}  // namespace
}  // namespace textkin::text
