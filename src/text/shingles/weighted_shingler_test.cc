#include "text/shingles/weighted_shingler.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <algorithm>
#include <limits>
#include <map>

#include "text/catalog.h"

namespace textkin::text {
namespace {

std::vector<Feature> sorted(Shingler& shingler, std::string_view text) {
  std::vector<Feature> out;
  shingler.sorted_set(text, out);
  return out;
}

std::unique_ptr<Shingler> plain(bool multiset) {
  return std::move(
             make_shingler({.normalizers = {"none"}, .tokens = "whitespace", .shingle_size = 1, .multiset = multiset}))
      .value();
}

TextSpec weighted_spec() {
  return {.normalizers = {"none"}, .tokens = "whitespace", .shingle_size = 1, .weights = Weights::kSuffix};
}

TEST(WeightedShingler, WholeWeightsAreRepeatsOfTheMultiset) {
  WeightedShingler shingler(hash::kPublicKey, 1);
  EXPECT_EQ(sorted(shingler, "a:3 b:1 c:2"), sorted(*plain(true), "a c a b a c"));
  EXPECT_EQ(sorted(shingler, "a:1\tb:1\n c:1 "), sorted(*plain(false), "a b c"));
  EXPECT_EQ(sorted(shingler, "a:1 a:2"), sorted(shingler, "a:3"));
  EXPECT_EQ(sorted(shingler, "a:0 b:1"), sorted(shingler, "b:1"));
  EXPECT_EQ(sorted(shingler,
                   "x:y:2 \xC3\xA4:1\xE2\x80\x83"
                   "b:1"),
            sorted(*plain(true), "x:y x:y \xC3\xA4 b"));
  EXPECT_TRUE(sorted(shingler, "").empty());
  EXPECT_TRUE(sorted(shingler, " \n a:0").empty());
}

TEST(WeightedShingler, WeightsAreRoundedToMultiplesOfTheUnit) {
  const auto copies = [](double unit, std::string_view text) {
    WeightedShingler shingler(hash::kPublicKey, unit);
    return sorted(shingler, text).size();
  };
  EXPECT_EQ(copies(1, "a:2.4"), 2u);
  EXPECT_EQ(copies(1, "a:2.5"), 3u);
  EXPECT_EQ(copies(1, "a:1e-9"), 1u);  // at least one
  EXPECT_EQ(copies(.25, "a:1"), 4u);
  EXPECT_EQ(copies(.1, "a:.3"), 3u);
  EXPECT_EQ(copies(1000, "a:1e6 b:3"), 1001u);
  EXPECT_EQ(copies(1, "a:0.3 a:0.3 a:0.3 a:0.3 a:0.3"), 2u);  // added first, then rounded
}

TEST(WeightedShingler, CountsAreTheWeights) {
  WeightedShingler shingler(hash::kPublicKey, 1);
  std::vector<Feature> features{7};
  std::vector<double> weights{7};
  shingler.append_counted("b:0.25 a:3e2 b:.5 c:0", features, weights);
  ASSERT_EQ(features.size(), 3u);
  std::map<Feature, double> members;
  for (std::size_t i = 1; i < 3; ++i) members[features[i]] = weights[i];
  std::vector<Feature> names;
  plain(false)->append_distinct("a b", names);
  EXPECT_EQ(members, (std::map<Feature, double>{{names[0], 300}, {names[1], .75}}));
}

TEST(WeightedShingler, ChecksSayWhatIsWrong) {
  const auto wrong = [](std::string_view text, std::string_view what) {
    EXPECT_NE(check_weights(text, 1).find(what), std::string::npos) << text << ": " << check_weights(text, 1);
  };
  EXPECT_EQ(check_weights("", 1), "");
  EXPECT_EQ(check_weights("a:1 b:0 c:1e-9 d:1E2 e::.5 f:1000000000", 1e4), "");
  wrong("a:1 b", "item 'b' has no weight");
  wrong(":1", "item ':1' has no name");
  for (const char* text : {"a:", "a:x", "a:1x", "a:1,5", "a:+1", "a:0x10", "a:1e", "a: 1", "a:1e999"})
    wrong(text, "no number");
  for (const char* text : {"a:-1", "a:nan", "a:inf", "a:-0.5", "a:1e-10", "a:2e9"})
    wrong(text, "has a weight that is neither");
  wrong("a:1000001", "make 1000001 copies of --weight-unit 1");
  EXPECT_EQ(check_weights("a:1000000", 1), "");
  EXPECT_EQ(check_weights("a:600000 a:400000", 1), "");
  wrong("a:600000 a:400001", "copies");
  wrong("a:9e8 a:9e8", "add up to more than 1e+09");
  EXPECT_LT(check_weights(std::string(1 << 20, 'x'), 1).size(), 120u);
}

// No bytes make more copies than the most, whatever a caller forgot to check.
RC_GTEST_PROP(WeightedShingler, AnyTextIsBounded, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "a", ":", "1", "9", "e", "-", ".", " ", "\xC3", "\xE2\x80\x83", "b:3 ", "c:999999", "0"));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  WeightedShingler shingler(hash::kPublicKey, 1);
  const std::vector<Feature> set = sorted(shingler, text);
  RC_ASSERT(set.size() <= kMostCopies);
  RC_ASSERT(std::ranges::is_sorted(set));
  std::vector<Feature> features;
  std::vector<double> weights;
  shingler.append_counted(text, features, weights);
  RC_ASSERT(features.size() == weights.size());
  for (const double weight : weights) RC_ASSERT(weight > 0);
}

TEST(WeightedShingler, SpecsThatContradictAreRefused) {
  EXPECT_TRUE(make_shingler(weighted_spec()).ok());
  EXPECT_NE(describe(weighted_spec()).find("|word:1|weights.v1:1|"), std::string::npos);
  TextSpec unit = weighted_spec();
  unit.weight_unit = .25;
  EXPECT_NE(describe(unit).find("|weights.v1:0.25|"), std::string::npos);
  const auto refuses = [](auto change) {
    TextSpec spec = weighted_spec();
    change(spec);
    return make_shingler(spec).status().code() == Code::kInvalidArgument;
  };
  EXPECT_TRUE(refuses([](TextSpec& spec) { spec.normalizers = {"nfc"}; }));
  EXPECT_TRUE(refuses([](TextSpec& spec) { spec.tokens = "unicode"; }));
  EXPECT_TRUE(refuses([](TextSpec& spec) { spec.shingle_size = 2; }));
  EXPECT_TRUE(refuses([](TextSpec& spec) { spec.unit = ShingleUnit::kCharacter; }));
  EXPECT_TRUE(refuses([](TextSpec& spec) { spec.multiset = true; }));
  for (const double wrong : {0.0, -1.0, 1e-10, 1e10, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_TRUE(refuses([wrong](TextSpec& spec) { spec.weight_unit = wrong; })) << wrong;
  EXPECT_FALSE(make_named_shingler(weighted_spec()).ok());
}

}  // namespace
}  // namespace textkin::text
