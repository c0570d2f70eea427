#include "store/document_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <random>
#include <thread>

#include "base/scratch_directory.h"
#include "store/document_reader.h"
#include "store/testing_documents.h"
#include "store/testing_file.h"
#include "store/testing_mutations.h"

namespace textkin::store {
namespace {

using base::ScratchDirectory;

Result<TestingDocument> read_document(DocumentReader& reader, DocId doc) {
  DocumentRow row;
  TEXTKIN_RETURN_IF_ERROR(reader.read(doc, row));
  TestingDocument document{row.record, row.size, std::string(row.id), std::string(row.value)};
  std::string_view id;
  TEXTKIN_RETURN_IF_ERROR(reader.read_id(doc, id));
  if (id != document.id) return Status(Code::kIo, "read_id() differs from read()");
  TEXTKIN_RETURN_IF_ERROR(reader.read_record(doc, row));
  if (!row.id.empty() || !row.value.empty() || row.size != document.size || row.record.offset != document.record.offset)
    return Status(Code::kIo, "read_record() differs from read()");
  return document;
}

Result<std::vector<TestingDocument>> read_all(const DocumentTable& table) {
  DocumentReader reader(table);
  std::vector<TestingDocument> documents;
  for (DocId doc = 0; doc < table.size(); ++doc) {
    Result<TestingDocument> document = read_document(reader, doc);
    if (!document.ok()) return document.status();
    documents.push_back(std::move(*document));
  }
  return documents;
}

Result<std::shared_ptr<const BlockFile>> write_open(const DocumentTable& table, const std::string& path) {
  auto writer = BlockFileWriter::create(path, kTestingRun);
  if (!writer.ok()) return writer.status();
  TEXTKIN_RETURN_IF_ERROR((*writer)->append(BlockKind::kMeta, 0, "odd"));
  TEXTKIN_RETURN_IF_ERROR(table.write_open(**writer));
  TEXTKIN_RETURN_IF_ERROR((*writer)->commit());
  return BlockFile::open(path, kTestingRun);
}

void expect_same(const DocumentTable& table, const std::vector<TestingDocument>& expected, std::mt19937_64& random) {
  ASSERT_EQ(table.size(), expected.size());
  const Result<std::vector<TestingDocument>> all = read_all(table);
  ASSERT_TRUE(all.ok()) << all.status().message();
  ASSERT_TRUE(*all == expected);
  DocumentReader reader(table);
  for (int i = 0; i < 300 && !expected.empty(); ++i) {
    const DocId doc = static_cast<DocId>(random() % expected.size());
    const Result<TestingDocument> document = read_document(reader, doc);
    ASSERT_TRUE(document.ok()) << document.status().message();
    ASSERT_TRUE(*document == expected[doc]) << doc;
  }
}

// Anything that a run may do to a table, against a vector.
TEST(DocumentTable, GivesBackWhatWasAppendedWhereverItLies) {
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const ScratchDirectory scratch;
    std::mt19937_64 random(seed);
    DocumentTable table;
    std::vector<TestingDocument> expected;
    std::vector<std::shared_ptr<const BlockFile>> files;
    for (int steps = 8; steps > 0; --steps) {
      ASSERT_EQ(table.open_begin(), table.size());
      const DocId begin = table.size();
      const std::size_t counts[] = {0, 1, 255, 256, 257, 4096, random() % 6000};
      for (TestingDocument& document : testing_documents(random, counts[random() % 7])) {
        table.append(document.row());
        expected.push_back(std::move(document));
      }
      ASSERT_EQ(table.open_begin(), begin);
      if (random() % 3 == 0) expect_same(table, expected, random);
      auto file = write_open(table, scratch / std::to_string(files.size()));
      ASSERT_TRUE(file.ok()) << file.status().message();
      ASSERT_TRUE(table.close_open(*file, random() % 2 == 0).ok());
      files.push_back(*file);
      if (random() % 5 == 0) table.drop();
    }
    expect_same(table, expected, random);
    DocumentTable loaded;
    for (const auto& file : files) ASSERT_TRUE(loaded.load(file, random() % 2 == 0).ok());
    expect_same(loaded, expected, random);
    for (TestingDocument& document : testing_documents(random, 300)) {
      loaded.append(document.row());
      expected.push_back(std::move(document));
    }
    loaded.drop();
    expect_same(loaded, expected, random);
    DocumentTable moved = std::move(loaded);
    expect_same(moved, expected, random);
  }
}

TEST(DocumentTable, ThreadsReadWithAReaderEach) {
  const ScratchDirectory scratch;
  std::mt19937_64 random(4);
  DocumentTable table;
  const std::vector<TestingDocument> expected = testing_documents(random, 20'000);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    table.append(expected[i].row());
    if (i == 9000) {
      ASSERT_TRUE(table.close_open(*write_open(table, scratch / "a"), false).ok());
    }
  }
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (std::uint32_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937_64 own(t);
      DocumentReader reader(table);
      for (int i = 0; i < 5000; ++i) {
        const DocId doc = static_cast<DocId>(own() % expected.size());
        const Result<TestingDocument> document = read_document(reader, doc);
        if (!document.ok() || !(*document == expected[doc])) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong.load(), 0);
}

TEST(DocumentTable, IsCompactAndSmallWhereItIsNotInMemory) {
  const ScratchDirectory scratch;
  DocumentTable table;
  std::uint64_t bytes = 0;
  constexpr std::uint64_t kDocuments = 100'000;
  for (std::uint64_t i = 0; i < kDocuments; ++i) {
    const std::string id = "document-" + std::to_string(i);
    bytes += id.size();
    table.append({.record = {}, .size = 1, .id = id, .value = {}});
  }
  const std::uint64_t in_memory = table.memory_bytes();
  EXPECT_GT(in_memory, bytes + kDocuments * 32);
  EXPECT_LT(in_memory, bytes + kDocuments * 42);
  const auto file = write_open(table, scratch / "a");
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(table.close_open(*file, true).ok());
  EXPECT_GE(table.memory_bytes(), in_memory);
  table.drop();
  EXPECT_LT(table.memory_bytes(), 1500u);
  DocumentTable loaded;
  ASSERT_TRUE(loaded.load(*file, false).ok());
  EXPECT_LT(loaded.memory_bytes(), 1500u);
  ASSERT_TRUE(DocumentTable(std::move(loaded)).load(*file, true).ok());

  // Values, and nearly all of them empty, cost little too.
  DocumentTable sparse;
  for (std::uint64_t i = 0; i < kDocuments; ++i)
    sparse.append({.record = {}, .size = 1, .id = {}, .value = i == 50'000 ? "v" : ""});
  EXPECT_LT(sparse.memory_bytes(), kDocuments * 37);
}

// The columns of `count` documents, right in every way.
std::vector<TestingBlock> columns(std::uint32_t count) {
  std::string begins, page;
  put(begins, std::uint64_t{16});
  for (std::uint32_t i = 1; i <= count; ++i) put(page, i * 2);
  for (std::uint32_t i = 0; i < count; ++i) page += "id";
  put(begins, std::uint64_t{16 + page.size()});
  return {{2, 0, std::string(32 * count, 'r')},
          {3, 0, std::string(4 * count, 's')},
          {4, 0, begins + page},
          {5, 0, begins + page}};
}

Status load(const ScratchDirectory& scratch, const std::vector<TestingBlock>& blocks, bool keep) {
  const std::string path = scratch.write(
      "a", TestingFile{.version = kBlockFileVersion, .run = kTestingRun, .blocks = blocks, .bend = {}}.bytes());
  auto file = BlockFile::open(path, kTestingRun);
  if (!file.ok()) return file.status();
  DocumentTable table;
  table.append({.record = {}, .size = 0, .id = "before", .value = {}});
  TEXTKIN_RETURN_IF_ERROR(table.close_open(*write_open(table, scratch / "b"), true));
  const std::uint64_t memory = table.memory_bytes();
  const Status status = table.load(*file, keep);
  if (!status.ok()) {  // as before
    EXPECT_EQ(table.size(), 1u);
    EXPECT_LE(table.memory_bytes(), memory + 8);
    EXPECT_EQ(read_all(table)->at(0).id, "before");
  }
  return status;
}

TEST(DocumentTable, ColumnsThatCannotBeAreRefused) {
  const ScratchDirectory scratch;
  const std::vector<std::function<void(std::vector<TestingBlock>&)>> bends = {
      [](auto& blocks) { blocks.erase(blocks.begin()); },                       // no records
      [](auto& blocks) { blocks.erase(blocks.begin() + 1); },                   // no sizes
      [](auto& blocks) { blocks.erase(blocks.begin() + 2); },                   // no ids
      [](auto& blocks) { blocks[0].bytes += "x"; },                             // part of a record
      [](auto& blocks) { blocks[0].bytes.resize(32); },                         // fewer records
      [](auto& blocks) { blocks[1].bytes += "four"; },                          // more sizes
      [](auto& blocks) { blocks[2].bytes.clear(); },                            //
      [](auto& blocks) { blocks[2].bytes.resize(16 + 4 * 9); },                 // no place for the ends
      [](auto& blocks) { blocks[2].bytes += "x"; },                             // more bytes than strings
      [](auto& blocks) { blocks[2].bytes[0] = 17; },                            // the page begins later
      [](auto& blocks) { blocks[2].bytes[0] = 0; },                             // it begins among the begins
      [](auto& blocks) { blocks[2].bytes.replace(8, 8, std::string(8, -1)); },  // it ends far away
      [](auto& blocks) { blocks[2].bytes[16 + 4] = 100; },                      // a string ends before it begins
      [](auto& blocks) { blocks[2].bytes[16 + 36] = 21; },                      // the last one ends behind the page
      [](auto& blocks) { blocks[2].bytes[16 + 36] = 19; },                      // bytes that are no string's
      [](auto& blocks) { blocks[3].bytes[16 + 36] = 21; },                      // the same of the values
      [](auto& blocks) { blocks[3].bytes.resize(10); },                         //
  };
  for (const bool keep : {false, true}) {
    ASSERT_TRUE(load(scratch, columns(10), keep).ok());
    for (std::size_t i = 0; i < bends.size(); ++i) {
      std::vector<TestingBlock> blocks = columns(10);
      bends[i](blocks);
      const Status status = load(scratch, blocks, keep);
      EXPECT_EQ(status.code(), Code::kBadInput) << i;
      EXPECT_TRUE(status.message().starts_with(scratch / "a: damaged: ")) << i << status.message();
    }
  }
}

TEST(DocumentTable, AFileOfOtherDocumentsIsRefused) {
  const ScratchDirectory scratch;
  DocumentTable table;
  ASSERT_TRUE(table.close_open(*write_open(table, scratch / "none"), false).ok());
  EXPECT_EQ(table.size(), 0u);
  table.append({.record = {}, .size = 0, .id = "a", .value = {}});
  const auto one = write_open(table, scratch / "one");
  table.append({.record = {}, .size = 0, .id = "b", .value = {}});
  EXPECT_EQ(table.close_open(*one, false).code(), Code::kBadInput);
  EXPECT_EQ(table.open_begin(), 0u);
  EXPECT_EQ(read_all(table)->at(1).id, "b");
}

// What a reader of a file that was not verified, or that changes while it is open, may meet: any content of the right
// size.
TEST(DocumentTable, ReadingAtRandomFromDamagedColumnsEndsInAnError) {
  const ScratchDirectory scratch;
  std::mt19937_64 random(9);
  DocumentTable rows;
  for (const TestingDocument& document : testing_documents(random, 700)) rows.append(document.row());
  const auto whole = write_open(rows, scratch / "whole");
  std::vector<TestingBlock> blocks;
  for (const Block& block : (*whole)->blocks()) {
    std::string bytes;
    ASSERT_TRUE((*whole)->read(block, bytes).ok());
    blocks.push_back({static_cast<std::uint32_t>(block.kind), block.number, bytes});
  }
  int refused = 0;
  for (std::uint32_t seed = 0; seed < 1000; ++seed) {
    TestingFile bent{.version = kBlockFileVersion, .run = kTestingRun, .blocks = blocks, .bend = {}};
    std::string& bytes = bent.blocks[3 + seed % (blocks.size() - 3)].bytes;
    bytes.replace(0, 2048, mutated(bytes.substr(0, 2048), seed));  // mostly begins and ends
    const auto file = BlockFile::open(scratch.write("a", bent.bytes()), kTestingRun);
    ASSERT_TRUE(file.ok());
    DocumentTable table;
    for (DocId doc = 0; doc < 700; ++doc) table.append({.record = {}, .size = 0, .id = {}, .value = {}});
    Status status = table.close_open(*file, false);
    if (status.ok()) status = read_all(table).status();
    if (!status.ok()) {
      ASSERT_EQ(status.code(), Code::kBadInput) << status.message();
      ++refused;
    }
    DocumentTable loaded;
    if (loaded.load(*file, seed % 2 == 0).ok()) {
      ASSERT_TRUE(read_all(loaded).ok());
    }
  }
  EXPECT_GT(refused, 200);
}

TEST(DocumentTable, DamageIsSeenOrHarmless) {
  const ScratchDirectory scratch;
  std::mt19937_64 random(10);
  DocumentTable rows;
  std::vector<TestingDocument> expected = testing_documents(random, 600);
  expected[7].value = "a value";
  for (const TestingDocument& document : expected) rows.append(document.row());
  ASSERT_TRUE(write_open(rows, scratch / "whole").ok());
  const std::string whole = base::slurp(scratch / "whole");
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    const auto file = BlockFile::open(scratch.write("a", mutated(whole, seed)), kTestingRun);
    DocumentTable table;
    const Status status = file.ok() ? table.load(*file, seed % 2 == 0) : file.status();
    if (status.ok()) {
      const auto read = read_all(table);
      ASSERT_TRUE(read.ok() && *read == expected) << seed;
    } else {
      ASSERT_EQ(status.code(), Code::kBadInput) << seed << status.message();
    }
  }
}

}  // namespace
}  // namespace textkin::store
