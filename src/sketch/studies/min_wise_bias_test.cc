#include "sketch/studies/min_wise_bias.h"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "stats/law/linear_minwise.h"

namespace textkin::sketch {
namespace {

using stats::LinearMinwise;
using stats::Multipliers;

TEST(MinWiseBias, PatternsShareAThirdOfDifferentKeys) {
  for (const KeyPattern& pattern : key_patterns()) {
    std::vector<std::uint64_t> both;
    for (const std::uint64_t key : pattern.a) {
      EXPECT_TRUE(key >= 1 && key < kPatternUniverse) << pattern.name;
      EXPECT_EQ(std::ranges::count(pattern.a, key), 1) << pattern.name;
      if (std::ranges::find(pattern.b, key) != pattern.b.end()) both.push_back(key);
    }
    for (const std::uint64_t key : pattern.b) EXPECT_EQ(std::ranges::count(pattern.b, key), 1) << pattern.name;
    EXPECT_EQ(both.size(), 32u) << pattern.name;
    EXPECT_EQ(pattern.a.size() + pattern.b.size() - both.size(), 96u) << pattern.name;
  }
}

// Drawn functions of the linear family agree as often as all of them do.
TEST(MinWiseBias, OfTheLinearFamilyIsItsExactLaw) {
  const auto patterns = key_patterns();
  const auto law = LinearMinwise::of(kPatternUniverse, Multipliers::kUnits).value();
  const std::uint32_t rows = 40960;
  const auto measured = measured_biases(*hash::find_family("linear").value(), kPatternUniverse, rows, patterns).value();
  ASSERT_EQ(measured.size(), patterns.size());
  for (std::size_t i = 0; i < patterns.size(); ++i)
    EXPECT_NEAR(measured[i], law.collision(patterns[i].a, patterns[i].b)->value() - 1.0 / 3,
                4 * std::sqrt(2.0 / 9 / rows))
        << patterns[i].name;
}

TEST(MinWiseBias, RefusesWhatTheFamilyRefuses) {
  const auto patterns = key_patterns();
  EXPECT_EQ(measured_biases(*hash::find_family("linear").value(), 0, 10, patterns).status().code(),
            Code::kInvalidArgument);
  const auto beyond = count_agreements(*hash::find_family("permutation").value(), 100, 10, patterns);
  EXPECT_EQ(beyond.status().message(), "hash family 'permutation' has keys up to 99 here, not 6364");
}

// docs/hash-families.md: the cells of the first line that starts with `start`.
class Page : public testing::Test {
 protected:
  Page() {
    std::ifstream file(TEXTKIN_SOURCE_DIR "/docs/hash-families.md");
    for (std::string line; std::getline(file, line);) lines_.push_back(line);
  }

  std::vector<std::string> row(const std::string& start, std::size_t columns) const {
    for (const std::string& line : lines_) {
      std::vector<std::string> cells;
      std::istringstream words(line.substr(std::min<std::size_t>(line.size(), 2)));
      for (std::string cell; std::getline(words, cell, '|');)
        if (cell.find_first_not_of(' ') != std::string::npos)
          cells.push_back(
              cell.substr(cell.find_first_not_of(' '), cell.find_last_not_of(' ') - cell.find_first_not_of(' ') + 1));
      if (cells.size() == columns + 1 && cells[0] == start) return {cells.begin() + 1, cells.end()};
    }
    return {};
  }

  static std::string printed(const char* format, double value) {
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
  }

  std::vector<KeyPattern> patterns_ = key_patterns();
  std::vector<std::string> lines_;
};

TEST_F(Page, HasTheExactBiasesOfTheLinearFamily) {
  const struct {
    const char* start;
    std::uint64_t modulus;
    Multipliers multipliers;
  } known[] = {{"10007, prime", 10007, Multipliers::kUnits},
               {"10000, units", 10000, Multipliers::kUnits},
               {"10000, any but 0: ties", 10000, Multipliers::kNonZero}};
  for (const auto& [start, modulus, multipliers] : known) {
    const LinearMinwise law = LinearMinwise::of(modulus, multipliers).value();
    std::vector<std::string> expected;
    for (const KeyPattern& pattern : patterns_)
      expected.push_back(printed("%+.4f", law.collision(pattern.a, pattern.b)->value() - 1.0 / 3));
    EXPECT_EQ(row(start, patterns_.size()), expected);
  }
  std::vector<std::string> expected;
  for (std::uint64_t m = 4; m <= 256; m *= 2) {
    std::vector<std::uint64_t> keys(m);
    for (std::uint64_t i = 0; i < m; ++i) keys[i] = i;
    const LinearMinwise law = LinearMinwise::of(10007, Multipliers::kUnits).value();
    expected.push_back(printed("%.3f", static_cast<double>(m) * law.least(keys, 0)->value()));
  }
  EXPECT_EQ(row("m P(an end is least)", 7), expected);
}

// Those of which the minima take least time; the numbers are the same on every machine.
TEST_F(Page, HasTheMeasuredBiases) {
  for (const char* name : {"odd", "linear-31", "multiplicative", "multiplicative-32", "murmur3"}) {
    const auto biases = measured_biases(*hash::find_family(name).value(), 0, 1u << 17, patterns_).value();
    std::vector<std::string> expected;
    for (const double bias : biases) expected.push_back(printed("%+.4f", bias));
    EXPECT_EQ(row("`" + std::string(name) + "`", patterns_.size()), expected) << name;
  }
}

// A family that says it takes any keys has no bias beyond four standard errors, .0052, the default none of .003.
TEST_F(Page, ListsEveryFamilyAndItsClaimHolds) {
  for (const hash::FamilyEntry& entry : hash::families()) {
    const std::string name = "`" + std::string(entry.name) + "`";
    const auto line = row(name, 4);
    ASSERT_EQ(line.size(), 4u) << name;
    EXPECT_EQ(line[0], entry.doc);
    EXPECT_EQ(line[1], entry.law);
    EXPECT_EQ(line[3], entry.reference);
    if (entry.name == "permutation") continue;
    const auto biases = row(entry.for_features() ? name : name + ", n = 10007", patterns_.size());
    ASSERT_EQ(biases.size(), patterns_.size()) << name;
    double largest = 0;
    for (const std::string& bias : biases) largest = std::max(largest, std::abs(std::stod(bias)));
    EXPECT_EQ(largest < (entry.name == "odd" ? .003 : .0052), entry.any_keys) << name;
  }
}

}  // namespace
}  // namespace textkin::sketch
