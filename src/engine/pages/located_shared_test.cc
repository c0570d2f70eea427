#include "engine/pages/located_shared.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <vector>

namespace textkin::engine::pages {
namespace {

constexpr std::uint32_t kPieces = 50;
constexpr std::uint32_t kWords = 10;

// Every document has every piece, one behind the other.
std::vector<report::PageShared> shared_by(std::uint32_t documents) {
  std::vector<report::PageShared> out;
  for (std::uint32_t piece = 0; piece < kPieces; ++piece) {
    out.push_back({kWords, documents, documents, {}});
    for (std::uint32_t document = 0; document < documents; ++document)
      out.back().places.push_back({.document = document, .first_word = piece * kWords, .words = kWords});
  }
  return out;
}

// Words of six characters with one between them.
std::vector<text::LocatedWord> words_of_six() {
  std::vector<text::LocatedWord> out(kPieces * kWords);
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    out[i].begin = 7 * i;
    out[i].end = 7 * i + 6;
  }
  return out;
}

double seconds_for(std::uint32_t documents) {
  std::vector<report::PageShared> shared = shared_by(documents);
  const std::vector<text::LocatedWord> words = words_of_six();
  const std::clock_t begin = std::clock();
  const LocatedShared located(shared);
  for (std::uint32_t document = 0; document < documents; ++document) located.locate(document, words);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST(LocatedShared, FillsInEachDocumentsOwnPlaces) {
  std::vector<report::PageShared> shared = shared_by(3);
  shared[1].places.erase(shared[1].places.begin() + 1);
  const LocatedShared located(shared);
  located.locate(1, words_of_six());
  EXPECT_EQ(shared[2].places[1].offset, 7 * 2 * kWords);
  EXPECT_EQ(shared[2].places[1].length, 7 * kWords - 1);
  for (const std::size_t other : {0u, 2u}) EXPECT_EQ(shared[2].places[other].length, 0u);
  for (const report::PageShared::Place& place : shared[1].places) EXPECT_EQ(place.length, 0u);
}

// Eight times the documents take some eight times the time, not sixty-four times.
TEST(LocatedShared, TimeGrowsWithThePlaces) {
  double least_few = 1e9;
  double least_many = 1e9;
  for (int i = 0; i < 3; ++i) {
    least_few = std::min(least_few, seconds_for(2000));
    least_many = std::min(least_many, seconds_for(16000));
  }
  EXPECT_LT(least_many, 28 * least_few);
}

}  // namespace
}  // namespace textkin::engine::pages
