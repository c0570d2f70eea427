// ids_may_repeat.
#include "store/ids/hashes_of_ids.h"

#include <gtest/gtest.h>

#include <string>

#include "base/scratch_directory.h"
#include "store/block_file_writer.h"
#include "store/document_row.h"

namespace textkin::store {
namespace {

// More than two runs of hashes.
constexpr DocId kDocuments = 150'000;

DocumentTable table_of(DocId documents, DocId repeat = 0, DocId original = 0) {
  DocumentTable table;
  for (DocId doc = 0; doc < documents; ++doc) {
    const std::string id = "document " + std::to_string(doc == repeat ? original : doc);
    table.append({.record = {}, .size = 0, .id = id, .value = {}});
  }
  return table;
}

bool may_repeat(const DocumentTable& table, DocId first, DocId last, unsigned threads,
                std::uint64_t memory = 64 << 20) {
  base::MemoryBudget budget(memory);
  const Result<bool> found = ids_may_repeat(table, first, last, threads, budget);
  EXPECT_TRUE(found.ok());
  EXPECT_EQ(budget.used(), 0u);
  return *found;
}

TEST(HashesOfIds, DifferentIdsDoNotRepeat) {
  const DocumentTable table = table_of(kDocuments);
  for (const unsigned threads : {1u, 2u, 5u, 300u})
    for (const DocId last : {0u, 1u, 2u, 65'535u, 65'536u, 65'537u, 131'072u, kDocuments})
      EXPECT_FALSE(may_repeat(table, 0, last, threads)) << threads << " threads, " << last;
}

TEST(HashesOfIds, ARepeatIsFoundWhereverItStands) {
  for (const auto& [repeat, original] : {std::pair<DocId, DocId>{1, 0},
                                         {kDocuments - 1, 0},
                                         {kDocuments - 1, kDocuments - 2},
                                         {65'536, 65'535},
                                         {131'072, 3},
                                         {100'000, 70'000}}) {
    const DocumentTable table = table_of(kDocuments, repeat, original);
    for (const unsigned threads : {1u, 2u, 3u}) {
      EXPECT_TRUE(may_repeat(table, 0, kDocuments, threads)) << repeat;
      EXPECT_TRUE(may_repeat(table, original, repeat + 1, threads)) << repeat;
      EXPECT_FALSE(may_repeat(table, original + 1, kDocuments, threads)) << repeat;
      EXPECT_FALSE(may_repeat(table, 0, repeat, threads)) << repeat;
    }
  }
}

TEST(HashesOfIds, AllOfOneIdAreMoreThanAPieceHolds) {
  DocumentTable table;
  for (DocId doc = 0; doc < kDocuments; ++doc) table.append({.record = {}, .size = 0, .id = "x", .value = {}});
  EXPECT_TRUE(may_repeat(table, 0, kDocuments, 2));
}

TEST(HashesOfIds, ATableOnDiskIsAskedTheSame) {
  const base::ScratchDirectory scratch;
  for (const DocId repeat : {DocId{0}, DocId{140'000}}) {
    DocumentTable table = table_of(kDocuments, repeat, repeat / 2);
    const std::string path = scratch / std::to_string(repeat);
    auto writer = BlockFileWriter::create(path, 1);
    ASSERT_TRUE(table.write_open(**writer).ok() && (*writer)->commit().ok());
    ASSERT_TRUE(table.close_open(*BlockFile::open(path, 1), false).ok());
    table.drop();
    EXPECT_EQ(may_repeat(table, 0, kDocuments, 2), repeat != 0);
  }
}

TEST(HashesOfIds, WithoutRoomItSaysThatTheyMay) {
  const DocumentTable table = table_of(kDocuments);
  EXPECT_TRUE(may_repeat(table, 0, kDocuments, 2, 8 * kDocuments));
  EXPECT_TRUE(may_repeat(table, 0, 1000, 2, 7999));
  EXPECT_FALSE(may_repeat(table, 0, 1000, 2, 8000));
}

}  // namespace
}  // namespace textkin::store
