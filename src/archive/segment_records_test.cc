#include "archive/segment_records.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "archive/testing_keys.h"
#include "base/interruption.h"
#include "base/scratch_directory.h"

namespace textkin::archive {
namespace {

constexpr std::uint64_t kOwnIdentity = 0x5EED;

std::string all_bytes(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

std::vector<std::string> keys_of_some(std::mt19937_64& random, DocId documents) {
  std::vector<std::string> keys;
  for (DocId i = 0; i < documents; ++i) keys.push_back(some_keys_and_fingerprints(random));
  return keys;
}

// The bytes of a segment as of records that are pairs, and sorted one list after the other.
std::string expected_bytes(const std::string& path, DocId first, const std::vector<std::string>& keys) {
  KeyRecords records;
  for (DocId i = 0; i < keys.size(); ++i) EXPECT_TRUE(append_records(keys[i], first + i, records));
  auto writer = SegmentWriter::create(path, kOwnIdentity, first, first + static_cast<DocId>(keys.size()));
  EXPECT_TRUE(writer.ok());
  for (std::uint32_t list = 0; list < kLists; ++list) {
    base::sort(records[list].data(), records[list].size());
    EXPECT_TRUE(writer->add(list, records[list].data(), records[list].size()).ok());
  }
  EXPECT_TRUE(writer->commit().ok());
  return all_bytes(path);
}

std::string made_bytes(const std::string& path, DocId first, const std::vector<std::string>& keys, unsigned threads,
                       std::uint64_t bytes) {
  const auto last = first + static_cast<DocId>(keys.size());
  SegmentRecords records(first, last, bytes);
  for (DocId i = 0; i < keys.size(); ++i) EXPECT_TRUE(records.add(keys[i], first + i));
  auto writer = SegmentWriter::create(path, kOwnIdentity, first, last);
  EXPECT_TRUE(writer.ok());
  EXPECT_TRUE(records.write(threads, *writer).ok());
  EXPECT_TRUE(writer->commit().ok());
  return all_bytes(path);
}

TEST(SegmentRecordsTest, GiveTheBytesOfSortedPairsOnAnyNumberOfThreads) {
  const base::ScratchDirectory folder;
  std::mt19937_64 random(3);
  for (const DocId documents : {1u, 2u, 70u, 20000u}) {  // of the last, fingerprints for more than one piece
    const DocId first = documents == 70 ? 0 : 4'000'000'000u;
    const std::vector<std::string> keys = keys_of_some(random, documents);
    const std::string expected = expected_bytes(folder / "pairs", first, keys);
    for (const unsigned threads : {1u, 2u, 7u})
      EXPECT_TRUE(made_bytes(folder / "made", first, keys, threads, documents * 300) == expected)
          << documents << " documents on " << threads;
    EXPECT_TRUE(made_bytes(folder / "made", first, keys, 2, 0) == expected) << "more than was said";
  }
}

// The last document that has a place beside a key, with the least key and the largest.
TEST(SegmentRecordsTest, AsManyDocumentsAsTheBitsOfAKeyLeave) {
  const base::ScratchDirectory folder;
  std::vector<std::string> keys(SegmentRecords::kMostDocuments, encode_keys({}, {}));
  std::vector<std::uint64_t> fingerprints{0, ~std::uint64_t{0}};
  for (const std::size_t i : {std::size_t{0}, keys.size() - 1}) append_fingerprints(fingerprints, keys[i]);
  EXPECT_TRUE(made_bytes(folder / "made", 7, keys, 2, 100) == expected_bytes(folder / "pairs", 7, keys));
}

TEST(SegmentRecordsTest, AreCompleteWhereTheRunIsToEnd) {
  const base::ScratchDirectory folder;
  std::mt19937_64 random(4);
  const std::vector<std::string> keys = keys_of_some(random, 300);
  const std::string expected = expected_bytes(folder / "pairs", 5, keys);
  const base::Interruption asked{true};
  const base::InterruptionScope scope(&asked);
  EXPECT_TRUE(made_bytes(folder / "made", 5, keys, 2, 1000) == expected);
}

TEST(SegmentRecordsTest, KeysThatAreNoneAreRefused) {
  SegmentRecords records(0, 9, 100);
  std::string keys = encode_keys({}, {});
  std::vector<std::uint64_t> fingerprints{5, 6};
  append_fingerprints(fingerprints, keys);
  EXPECT_TRUE(records.add(keys, 1));
  keys[keys.size() - 3] = 1;  // more of them than stand there
  EXPECT_FALSE(records.add(keys, 1));
  EXPECT_FALSE(records.add("three", 1));
}

}  // namespace
}  // namespace textkin::archive
