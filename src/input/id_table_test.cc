#include "input/id_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace textkin::input {
namespace {

std::string place(DocId doc) { return "file:" + std::to_string(doc); }

IdTable table_of(const std::vector<std::string>& ids) {
  IdTable table;
  for (const std::string& id : ids) table.append(id);
  return table;
}

std::vector<std::string> ids_of(const IdTable& table) {
  std::vector<std::string> ids;
  for (DocId doc = 0; doc < table.size(); ++doc) ids.emplace_back(table[doc]);
  return ids;
}

TEST(IdTable, GivesBackWhatWasAppended) {
  std::mt19937 random(1);
  std::vector<std::string> ids;
  IdTable table;
  for (int i = 0; i < 3000; ++i) {
    ids.push_back(
        std::string(random() % 100 == 0 ? random() % 100'000 : random() % 30, static_cast<char>('a' + i % 26)));
    table.append(ids.back());
    ASSERT_EQ(table.size(), ids.size());
    ASSERT_EQ(table[static_cast<DocId>(i)], ids.back());
  }
  EXPECT_EQ(ids_of(table), ids);
}

TEST(IdTable, NamesTheFirstRepeatAndBothPlaces) {
  IdTable table = table_of({"a", "b", "c", "b", "a", "b"});
  const Status status = table.make_unique(0, 6, false, place);
  EXPECT_EQ(status.code(), Code::kBadInput);
  EXPECT_EQ(status.message(),
            "id 'b' stands twice: file:1 and file:3; give --repeated-ids number, or another --id-field");
  EXPECT_TRUE(table.make_unique(0, 3, false, place).ok());
  EXPECT_TRUE(table.make_unique(3, 5, false, place).ok());
  EXPECT_TRUE(table.make_unique(6, 6, false, place).ok());
  IdTable hostile = table_of({"x\ny", "x\ny"});
  EXPECT_EQ(hostile.make_unique(0, 2, false, place).message().find('\n'), std::string::npos);
}

TEST(IdTable, TheRepeatThatIsNamedIsTheFirstInInputOrder) {
  std::mt19937 random(3);
  for (int repeat = 0; repeat < 300; ++repeat) {
    std::vector<std::string> ids(2 + random() % 60);
    for (std::string& id : ids) id = std::to_string(random() % 50);
    std::map<std::string, DocId> firsts;
    std::string expected;
    for (DocId doc = 0; doc < ids.size() && expected.empty(); ++doc) {
      const auto [at, fresh] = firsts.try_emplace(ids[doc], doc);
      if (!fresh) expected = "id '" + ids[doc] + "' stands twice: " + place(at->second) + " and " + place(doc) + ";";
    }
    IdTable table = table_of(ids);
    const Status status = table.make_unique(0, table.size(), false, place);
    ASSERT_EQ(status.ok(), expected.empty());
    ASSERT_TRUE(status.message().starts_with(expected)) << status.message() << " not " << expected;
  }
}

TEST(IdTable, NumbersRepeatsWithinARange) {
  IdTable table = table_of({"a", "a", "b", "a", "a#2", "a#2", "a", "b", "b", "", ""});
  ASSERT_TRUE(table.make_unique(0, 7, true, place).ok());
  // "a#2" exists, so the second a is a#3.
  EXPECT_EQ(ids_of(table), (std::vector<std::string>{"a", "a#3", "b", "a#4", "a#2", "a#2#2", "a#5", "b", "b", "", ""}));
  ASSERT_TRUE(table.make_unique(7, 11, true, place).ok());
  EXPECT_EQ(table[8], "b#2");
  EXPECT_EQ(table[10], "#2");
}

TEST(IdTable, NumberingLeavesNoRepeatAndKeepsFirstsAndOrder) {
  std::mt19937 random(6);
  for (int repeat = 0; repeat < 60; ++repeat) {
    std::vector<std::string> ids;
    for (std::size_t n = random() % 1500; n > 0; --n) {
      std::string id(1, static_cast<char>('a' + random() % 3));
      while (random() % 3 == 0) id += "#" + std::to_string(random() % 5);
      ids.push_back(std::move(id));
    }
    IdTable table = table_of(ids);
    ASSERT_TRUE(table.make_unique(0, table.size(), true, place).ok());
    std::set<std::string> seen, originals;
    for (DocId doc = 0; doc < table.size(); ++doc) {
      const std::string id(table[doc]);
      ASSERT_TRUE(seen.insert(id).second) << id;
      if (originals.insert(ids[doc]).second) {
        ASSERT_EQ(id, ids[doc]);
      } else {
        ASSERT_TRUE(id.starts_with(ids[doc] + "#"));
      }
    }
    ASSERT_TRUE(table.make_unique(0, table.size(), false, place).ok());
  }
}

TEST(IdTable, IsCompact) {
  IdTable table;
  std::uint64_t bytes = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::string id = "document-" + std::to_string(i);
    bytes += id.size();
    table.append(id);
  }
  EXPECT_LT(table.memory_bytes(), bytes + 100'000 * 5);
}

}  // namespace
}  // namespace textkin::input
