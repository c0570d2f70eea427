#include "engine/rules/item_rows.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace textkin::engine::rules {
namespace {

using Columns = std::vector<std::pair<std::string, std::vector<std::uint32_t>>>;

// Names of up to 60,000 bytes, so that they are more than what is written at once; items repeated within a row.
std::vector<std::vector<std::uint32_t>> draw_rows(std::uint32_t seed) {
  std::mt19937 draw(seed);
  std::vector<std::vector<std::uint32_t>> rows(3000);
  for (auto& row : rows) {
    row.resize(draw() % 12);
    for (std::uint32_t& item : row) item = static_cast<std::uint32_t>(draw() % (1 + draw() % 400));
  }
  return rows;
}

std::string name_of(std::uint32_t item) { return std::to_string(item) + std::string(item % 50 == 0 ? 60'000 : 0, 'x'); }

Columns columns_of(const std::vector<std::vector<std::uint32_t>>& rows, std::uint64_t least) {
  Columns columns;
  std::map<std::uint32_t, std::size_t> numbers;
  for (std::uint32_t row = 0; row < rows.size(); ++row)
    for (const std::uint32_t item : rows[row]) {
      const auto [at, is_new] = numbers.try_emplace(item, columns.size());
      if (is_new) columns.push_back({name_of(item), {}});
      auto& of_item = columns[at->second].second;
      if (of_item.empty() || of_item.back() != row) of_item.push_back(row);
    }
  std::erase_if(columns, [&](const auto& column) { return column.second.size() < least; });
  return columns;
}

TEST(ItemRows, ColumnsAreThoseOfBruteForceInAnyMemory) {
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{4'000}, ~std::uint64_t{0} / 2})
    for (const std::uint64_t least : {1u, 2u, 40u, 5000u}) {
      const auto rows = draw_rows(static_cast<std::uint32_t>(least));
      ItemRows items(testing::TempDir());
      for (const auto& row : rows) {
        for (const std::uint32_t item : row) ASSERT_TRUE(items.add(item, name_of(item)).ok());
        ASSERT_TRUE(items.end_row().ok());
      }
      Columns found;
      ASSERT_TRUE(items
                      .for_columns(least, memory,
                                   [&](const ItemRows::Column& column) {
                                     found.push_back(
                                         {std::string(column.name), {column.rows.begin(), column.rows.end()}});
                                     return Status();
                                   })
                      .ok());
      EXPECT_EQ(items.rows(), rows.size());
      EXPECT_EQ(found, columns_of(rows, least)) << memory << ", " << least;
    }
}

TEST(ItemRows, NothingHasNoColumns) {
  ItemRows items(testing::TempDir());
  EXPECT_TRUE(items.end_row().ok());
  EXPECT_TRUE(items.for_columns(1, 1, [](const ItemRows::Column&) { return Status(Code::kBadInput, "called"); }).ok());
}

TEST(ItemRows, AFolderThatIsNotThereIsAnError) {
  ItemRows items(testing::TempDir() + "no/such/folder");
  Status status;
  for (std::uint32_t item = 0; status.ok() && item < 100'000; ++item) status = items.add(item, name_of(item));
  EXPECT_EQ(status.code(), Code::kNotFound);
}

}  // namespace
}  // namespace textkin::engine::rules
