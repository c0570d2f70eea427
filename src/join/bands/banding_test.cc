#include "join/bands/banding.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace textkin::join {
namespace {

SignatureBlock random_block(std::size_t rows, std::uint32_t cells) {
  std::mt19937_64 random(5);
  SignatureBlock block;
  block.spec.cells = block.words = cells;
  for (std::size_t i = 0; i < rows * cells; ++i) block.cells.push_back(static_cast<Cell>(random()));
  block.sizes.assign(rows, 100);
  return block;
}

Plan plan_of(std::uint32_t bands, std::uint32_t rows) {
  Plan plan;
  plan.bands = bands;
  plan.rows = rows;
  return plan;
}

BandRecords records_of(const SignatureBlock& block, const Plan& plan, DocId first = 0) {
  BandRecords records;
  make_band_records(block, plan, first, records);
  return records;
}

TEST(Banding, GivesOneRecordABandAndOneForTheWhole) {
  const BandRecords records = records_of(random_block(3, 64), plan_of(7, 9), 1000);
  ASSERT_EQ(records.whole.size(), 3u);
  ASSERT_EQ(records.bands.size(), 21u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(records.whole[i].value, 1000 + i);
  for (std::size_t i = 0; i < 21; ++i) EXPECT_EQ(records.bands[i].value, 1000 + i / 7);
}

TEST(Banding, LeavesOutEmptySetsAndReplacesWhatWasThere) {
  SignatureBlock block = random_block(4, 16);
  block.sizes[0] = 0;
  block.sizes[2] = 0;
  BandRecords records = records_of(random_block(9, 16), plan_of(4, 4));
  make_band_records(block, plan_of(4, 4), 0, records);
  ASSERT_EQ(records.whole.size(), 2u);
  EXPECT_EQ(records.whole[0].value, 1u);
  EXPECT_EQ(records.whole[1].value, 3u);
  EXPECT_EQ(records.bands.size(), 8u);
  make_band_records(random_block(0, 16), plan_of(4, 4), 0, records);
  EXPECT_TRUE(records.whole.empty() && records.bands.empty());
}

TEST(Banding, ACellChangesItsBandAndTheWholeOnly) {
  const std::uint32_t bands = 6, rows = 5, cells = 32;  // two cells are in no band
  const SignatureBlock before = random_block(1, cells);
  const BandRecords keys = records_of(before, plan_of(bands, rows));
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    SignatureBlock after = before;
    after.cells[cell] ^= 1u << (cell % 32);
    const BandRecords changed = records_of(after, plan_of(bands, rows));
    EXPECT_NE(changed.whole[0].key, keys.whole[0].key) << cell;
    for (std::uint32_t band = 0; band < bands; ++band) {
      EXPECT_EQ(changed.bands[band].key == keys.bands[band].key, cell / rows != band) << cell << " " << band;
    }
  }
}

// A sum or an exclusive or of the cells would not see the order; one key for all bands would not see the band.
TEST(Banding, KeysDependOnTheOrderOfCellsAndOnTheBand) {
  SignatureBlock block = random_block(1, 24);
  for (std::size_t i = 0; i < 24; ++i) block.cells[i] = static_cast<Cell>(i % 4);
  const BandRecords same = records_of(block, plan_of(6, 4));
  std::set<std::uint64_t> keys;
  for (const base::KeyValue& record : same.bands) keys.insert(record.key);
  EXPECT_EQ(keys.size(), 6u) << "equal cells in different bands";
  std::swap(block.cells[0], block.cells[1]);
  EXPECT_NE(records_of(block, plan_of(6, 4)).bands[0].key, same.bands[0].key);
}

// Minima of n values crowd near 2^32 / n; their keys must not.
TEST(Banding, SmallCellsGiveWellSpreadKeys) {
  std::mt19937_64 random(9);
  SignatureBlock block = random_block(50000, 4);
  for (Cell& cell : block.cells) cell = static_cast<Cell>(random() % 65536);
  std::set<std::uint64_t> high, low;
  for (const base::KeyValue& record : records_of(block, plan_of(1, 4)).bands) {
    high.insert(record.key >> 32);
    low.insert(record.key & 0xFFFFFFFFu);
  }
  // Of 50,000 random 32-bit numbers 0.3 pairs agree by chance.
  EXPECT_GE(high.size(), 49995u);
  EXPECT_GE(low.size(), 49995u);
}

TEST(Banding, DependsOnTheRowAlone) {
  const SignatureBlock block = random_block(20, 40);
  const BandRecords together = records_of(block, plan_of(4, 10), 0);
  for (std::size_t row = 0; row < 20; ++row) {
    SignatureBlock alone;
    alone.spec = block.spec;
    alone.words = block.words;
    alone.cells.assign(block[row].begin(), block[row].end());
    alone.sizes = {1};
    const BandRecords records = records_of(alone, plan_of(4, 10), static_cast<DocId>(row));
    EXPECT_EQ(records.whole[0], together.whole[row]);
    for (std::size_t band = 0; band < 4; ++band) EXPECT_EQ(records.bands[band], together.bands[row * 4 + band]);
  }
}

}  // namespace
}  // namespace textkin::join
