// DocumentTable::make_unique.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "base/scratch_directory.h"
#include "store/block_file_writer.h"
#include "store/document_reader.h"
#include "store/document_row.h"
#include "store/ids/unique_ids.h"

namespace textkin::store {
namespace {

Result<std::string> place(DocId doc) { return "file:" + std::to_string(doc); }

std::string in_bytes(std::uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

// Where the ids lie must not matter.
enum class Where { kMemory, kFiles, kBoth };

class UniqueIds : public ::testing::TestWithParam<Where> {
 protected:
  DocumentTable table_of(const std::vector<std::string>& ids) {
    DocumentTable table;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      table.append({.record = {}, .size = 0, .id = ids[i], .value = {}});
      if (GetParam() != Where::kMemory && i == ids.size() / 3) close(table, false);
    }
    if (GetParam() == Where::kFiles) {
      close(table, false);
      table.drop();
    }
    return table;
  }

  void close(DocumentTable& table, bool keep) {
    const std::string path = scratch_ / std::to_string(files_++);
    auto writer = BlockFileWriter::create(path, 1);
    ASSERT_TRUE(table.write_open(**writer).ok() && (*writer)->commit().ok());
    ASSERT_TRUE(table.close_open(*BlockFile::open(path, 1), keep).ok());
  }

  Status make_unique(DocumentTable& table, DocId first, DocId last, bool number) {
    const Status status = make_ids_unique(table, first, last, number, place, budget_, in_bytes);
    EXPECT_EQ(budget_.used(), 0u);
    return status;
  }

  base::ScratchDirectory scratch_;
  int files_ = 0;
  base::MemoryBudget budget_{1u << 20};
};

std::vector<std::string> ids_of(const DocumentTable& table) {
  DocumentReader reader(table);
  std::vector<std::string> ids;
  for (DocId doc = 0; doc < table.size(); ++doc) {
    std::string_view id;
    EXPECT_TRUE(reader.read_id(doc, id).ok());
    ids.emplace_back(id);
    DocumentRow row;
    EXPECT_TRUE(reader.read(doc, row).ok());
    EXPECT_EQ(row.id, ids.back());
  }
  return ids;
}

TEST_P(UniqueIds, NamesTheFirstRepeatAndBothPlaces) {
  DocumentTable table = table_of({"a", "b", "c", "b", "a", "b"});
  const Status status = make_unique(table, 0, 6, false);
  EXPECT_EQ(status.code(), Code::kBadInput);
  EXPECT_EQ(status.message(),
            "id 'b' stands twice: file:1 and file:3; give --repeated-ids number, or another --id-field");
  EXPECT_TRUE(make_unique(table, 0, 3, false).ok());
  EXPECT_TRUE(make_unique(table, 3, 5, false).ok());
  EXPECT_TRUE(make_unique(table, 6, 6, false).ok());
  DocumentTable hostile = table_of({"x\ny", "x\ny"});
  EXPECT_EQ(make_unique(hostile, 0, 2, false).message().find('\n'), std::string::npos);
}

TEST_P(UniqueIds, TheRepeatThatIsNamedIsTheFirstInInputOrder) {
  std::mt19937 random(3);
  for (int repeat = 0; repeat < 60; ++repeat) {
    std::vector<std::string> ids(2 + random() % 60);
    for (std::string& id : ids) id = std::to_string(random() % 50);
    std::map<std::string, DocId> firsts;
    std::string expected;
    for (DocId doc = 0; doc < ids.size() && expected.empty(); ++doc) {
      const auto [at, fresh] = firsts.try_emplace(ids[doc], doc);
      if (!fresh) expected = "id '" + ids[doc] + "' stands twice: " + *place(at->second) + " and " + *place(doc) + ";";
    }
    DocumentTable table = table_of(ids);
    const Status status = make_unique(table, 0, table.size(), false);
    ASSERT_EQ(status.ok(), expected.empty());
    ASSERT_TRUE(status.message().starts_with(expected)) << status.message() << " not " << expected;
  }
}

TEST_P(UniqueIds, NumbersRepeatsWithinARange) {
  DocumentTable table = table_of({"a", "a", "b", "a", "a#2", "a#2", "a", "b", "b", "", ""});
  ASSERT_TRUE(make_unique(table, 0, 7, true).ok());
  // "a#2" exists, so the second a is a#3.
  EXPECT_EQ(ids_of(table), (std::vector<std::string>{"a", "a#3", "b", "a#4", "a#2", "a#2#2", "a#5", "b", "b", "", ""}));
  ASSERT_TRUE(make_unique(table, 7, 11, true).ok());
  EXPECT_EQ(ids_of(table)[8], "b#2");
  EXPECT_EQ(ids_of(table)[10], "#2");
  DocumentTable backwards = table_of({"a", "a", "a", "a"});
  ASSERT_TRUE(make_unique(backwards, 2, 4, true).ok());
  ASSERT_TRUE(make_unique(backwards, 0, 2, true).ok());
  EXPECT_EQ(ids_of(backwards), (std::vector<std::string>{"a", "a#2", "a", "a#2"}));
  ASSERT_TRUE(make_unique(backwards, 0, 4, true).ok());
  EXPECT_EQ(ids_of(backwards), (std::vector<std::string>{"a", "a#2", "a#3", "a#2#2"}));
}

TEST_P(UniqueIds, NumberingLeavesNoRepeatAndKeepsFirstsAndOrder) {
  std::mt19937 random(6);
  for (int repeat = 0; repeat < 25; ++repeat) {
    std::vector<std::string> ids;
    for (std::size_t n = random() % 1500; n > 0; --n) {
      std::string id(1, static_cast<char>('a' + random() % 3));
      while (random() % 3 == 0) id += "#" + std::to_string(random() % 5);
      ids.push_back(std::move(id));
    }
    DocumentTable table = table_of(ids);
    ASSERT_TRUE(make_unique(table, 0, table.size(), true).ok());
    const std::vector<std::string> numbered = ids_of(table);
    std::set<std::string> seen, originals;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      ASSERT_TRUE(seen.insert(numbered[i]).second) << numbered[i];
      if (originals.insert(ids[i]).second) {
        ASSERT_EQ(numbered[i], ids[i]);
      } else {
        ASSERT_TRUE(numbered[i].starts_with(ids[i] + "#"));
      }
    }
    ASSERT_TRUE(make_unique(table, 0, table.size(), false).ok());
  }
}

INSTANTIATE_TEST_SUITE_P(Anywhere, UniqueIds, ::testing::Values(Where::kMemory, Where::kFiles, Where::kBoth));

TEST(UniqueIdsMemory, IsAskedForAndGivenBack) {
  DocumentTable table;
  for (int i = 0; i < 10'000; ++i) table.append({.record = {}, .size = 0, .id = "same", .value = {}});
  base::MemoryBudget small(159'999);
  const Status status = make_ids_unique(table, 0, 10'000, false, place, small, in_bytes);
  EXPECT_EQ(status.code(), Code::kExhausted);
  EXPECT_EQ(status.message(),
            "memory has no room to compare the ids of 10000 documents; --memory 221472 bytes would do");
  EXPECT_EQ(small.used(), 0u);
  base::MemoryBudget enough(160'000);
  EXPECT_EQ(make_ids_unique(table, 0, 10'000, false, place, enough, in_bytes).code(), Code::kBadInput);
  EXPECT_EQ(make_ids_unique(table, 0, 10'000, true, place, enough, in_bytes).code(),
            Code::kExhausted);  // for the repeats
  EXPECT_EQ(enough.used(), 0u);
  base::MemoryBudget plenty(160'000 + 36 * 16'384);
  const std::uint64_t before = table.memory_bytes();
  ASSERT_TRUE(make_ids_unique(table, 0, 10'000, true, place, plenty, in_bytes).ok());
  EXPECT_LT(table.memory_bytes(), before + 10'000 * (9 + 4 + 8));
  EXPECT_EQ(plenty.used(), 0u);
  DocumentReader reader(table);
  std::string_view id;
  ASSERT_TRUE(reader.read_id(9'999, id).ok());
  EXPECT_EQ(id, "same#10000");
}

TEST(UniqueIdsMemory, AFailingPlaceEndsTheComparison) {
  DocumentTable table;
  for (int i = 0; i < 2; ++i) table.append({.record = {}, .size = 0, .id = "same", .value = {}});
  base::MemoryBudget budget(1000);
  const auto nowhere = [](DocId) -> Result<std::string> { return Status(Code::kIo, "gone"); };
  EXPECT_EQ(make_ids_unique(table, 0, 2, false, nowhere, budget, in_bytes).message(), "gone");
}

}  // namespace
}  // namespace textkin::store
