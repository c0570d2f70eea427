#include "engine/parts/sample_neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/run/typed_options.h"

namespace textkin::engine::parts {
namespace {

using Words = std::set<int>;

class Texts final : public MemorySource {
 public:
  explicit Texts(const std::vector<Words>& documents) {
    for (const Words& words : documents) {
      texts_.emplace_back();
      for (const int word : words) texts_.back() += "w" + std::to_string(word) + " ";
    }
  }
  std::uint64_t rows() const override { return texts_.size(); }
  std::uint64_t text_bytes() const override { return 0; }
  std::string_view text(std::uint64_t row) const override { return texts_[row]; }
  std::string_view id(std::uint64_t) const override { return {}; }
  FieldValue value(std::uint64_t, std::size_t) const override { return {}; }

 private:
  std::vector<std::string> texts_;
};

std::vector<Words> draw(std::mt19937& random, std::size_t count) {
  std::vector<Words> documents(count);
  for (Words& words : documents) {
    const int size = static_cast<int>(random() % 6);  // some are empty
    for (int i = 0; i < size; ++i) words.insert(static_cast<int>(random() % 8));
  }
  return documents;
}

run::RunOptions options_of(double threshold) {
  run::RunOptions options;
  options.search.threshold = threshold;
  options.limits.threads = 1;
  options.limits.memory = 64u << 20;
  EXPECT_TRUE(run::parse_text_spec("nfkc-casefold", "word:1", options.text).ok());
  return options;
}

TEST(SampleNeighbours, AreThoseOfBruteForceInAnyPieces) {
  std::mt19937 random(5);
  for (const double threshold : {0.4, 0.5, 1.0}) {
    const std::vector<Words> sample = draw(random, 40);
    const auto made = SampleNeighbours::make(options_of(threshold), Texts(sample));
    ASSERT_TRUE(made.ok()) << made.status().message();
    for (const std::size_t count : {0u, 1u, 300u}) {
      const std::vector<Words> rows = draw(random, count);
      std::set<std::pair<std::uint64_t, std::uint64_t>> expected;
      for (std::size_t s = 0; s < sample.size(); ++s) {
        for (std::size_t r = 0; r < rows.size(); ++r) {
          const auto shared =
              static_cast<double>(std::ranges::count_if(sample[s], [&](int word) { return rows[r].contains(word); }));
          const double all = static_cast<double>(sample[s].size() + rows[r].size()) - shared;
          if (all > 0 && shared / all >= threshold) expected.emplace(s, r);
        }
      }
      const auto found = (*made)->find(Texts(rows));
      ASSERT_TRUE(found.ok()) << found.status().message();
      std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
      for (const SampleNeighbour& neighbour : *found) seen.emplace(neighbour.sample, neighbour.row);
      EXPECT_EQ(seen.size(), found->size());
      EXPECT_EQ(seen, expected);
    }
  }
}

TEST(SampleNeighbours, ASampleThatIsTooLargeIsRefused) {
  std::vector<Words> large(60);
  for (std::size_t i = 0; i < large.size(); ++i)
    for (int word = 0; word < 20000; ++word) large[i].insert(static_cast<int>(i) * 20000 + word);
  const auto made = SampleNeighbours::make(options_of(0.8), Texts(large));
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.status().code(), Code::kExhausted);
  EXPECT_NE(made.status().message().find("--audit"), std::string::npos);
}

}  // namespace
}  // namespace textkin::engine::parts
