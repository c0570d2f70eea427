#include "archive/segment.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "archive/byte_strings.h"
#include "archive/segment_writer.h"
#include "archive/testing_keys.h"
#include "base/scratch_directory.h"
#include "store/testing_file.h"
#include "store/testing_mutations.h"

namespace textkin::archive {
namespace {

constexpr std::uint64_t kIdentity = 0x5EED;

Status write_segment(const std::string& path, DocId first, DocId last, const KeyRecords& records) {
  TEXTKIN_ASSIGN_OR_RETURN(SegmentWriter writer, SegmentWriter::create(path, kIdentity, first, last));
  for (std::uint32_t list = 0; list < kLists; ++list) {
    // In any portions.
    const std::size_t half = records[list].size() / 2;
    TEXTKIN_RETURN_IF_ERROR(writer.add(list, records[list].data(), half));
    TEXTKIN_RETURN_IF_ERROR(writer.add(list, records[list].data() + half, records[list].size() - half));
  }
  return writer.commit();
}

std::string bytes_of_file(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

// Documents from `first` on, with more than a page of some lists.
TwinLists some_lists(std::mt19937_64& random, DocId first, DocId documents) {
  TwinLists twin;
  for (DocId doc = first; doc < first + documents; ++doc) twin.add(some_keys_and_fingerprints(random), doc);
  return twin;
}

KeyRecords sorted(const TwinLists& twin) {
  KeyRecords records = twin.records();
  for (std::vector<base::KeyValue>& list : records) base::sort(list.data(), list.size());
  return records;
}

// All that is asked of it agrees with the twin; false where something is named as damaged.
bool agrees(const std::string& path, DocId first, DocId last, const TwinLists& twin, std::uint64_t cache_bytes) {
  const auto pages = std::make_shared<HeldPages>(cache_bytes);
  auto segment = Segment::open(path, kIdentity, 1, pages);
  if (!segment.ok()) return false;
  if ((*segment)->first() != first || (*segment)->last() != last) return false;
  KeyDirectory directory;
  directory.add(*segment);
  std::mt19937_64 random(4);
  bool whole = true;
  for (int i = 0; i < 200; ++i) {
    const auto [list, low, high] = some_range(random);
    const Result<std::vector<DocId>> found = find_documents(directory, list, low, high);
    whole = whole && found.ok();
    if (found.ok()) {
      EXPECT_EQ(*found, twin.find(list, low, high)) << list << ' ' << low << ' ' << high;
    }
    const Result<std::uint64_t> position = (*segment)->position(list, low);
    const auto& records = twin.list(list);
    if (position.ok()) {
      EXPECT_EQ(*position, static_cast<std::uint64_t>(std::distance(records.begin(), records.lower_bound(low))));
    }
  }
  const KeyRecords records = whole ? sorted(twin) : KeyRecords();
  for (std::uint32_t list = 0; list < kLists && whole; ++list) {
    std::vector<base::KeyValue> all;
    whole = (*segment)->append_records(list, 0, (*segment)->size(list), all).ok();
    if (whole) {
      EXPECT_EQ(all, records[list]);
    }
  }
  return whole && (*segment)->verify().ok();
}

TEST(SegmentTest, FindsWhatATwinFinds) {
  const base::ScratchDirectory folder;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    std::mt19937_64 random(seed);
    const DocId first = static_cast<DocId>(random() % 2 * (random() % 1000000));
    const auto documents = static_cast<DocId>(1 + random() % (seed % 5 == 0 ? 4000 : 60));
    const TwinLists twin = some_lists(random, first, documents);
    const std::string path = folder / std::to_string(seed);
    ASSERT_TRUE(write_segment(path, first, first + documents, sorted(twin)).ok());
    EXPECT_TRUE(agrees(path, first, first + documents, twin, 1u << 20)) << seed;
    EXPECT_TRUE(agrees(path, first, first + documents, twin, 0)) << "without a cache, " << seed;
  }
}

TEST(SegmentTest, OneKeyMayFillManyPages) {
  const base::ScratchDirectory folder;
  TwinLists twin;
  for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{7}, ~std::uint64_t{0}})
    for (DocId doc = 0; doc < 3000; ++doc) twin.add(encode_keys(std::vector<Feature>{key}, {}), doc);
  ASSERT_TRUE(write_segment(folder / "s", 0, 3000, sorted(twin)).ok());
  EXPECT_TRUE(agrees(folder / "s", 0, 3000, twin, 1u << 20));
}

TEST(SegmentTest, EmptyListsAreNoDamage) {
  const base::ScratchDirectory folder;
  ASSERT_TRUE(write_segment(folder / "s", 3, 4, {}).ok());
  EXPECT_TRUE(agrees(folder / "s", 3, 4, TwinLists(), 1u << 20));
}

TEST(SegmentTest, BelongsToItsIndex) {
  const base::ScratchDirectory folder;
  ASSERT_TRUE(write_segment(folder / "s", 3, 4, {}).ok());
  const auto pages = std::make_shared<HeldPages>(0);
  EXPECT_EQ(Segment::open(folder / "s", kIdentity + 1, 1, pages).status().code(), Code::kMismatch);
}

// A merge reads through all of a segment, and questions go on meanwhile.
TEST(SegmentTest, PagesOfRecordsAreNotHeld) {
  const base::ScratchDirectory folder;
  std::mt19937_64 random(12);
  const TwinLists twin = some_lists(random, 0, 200);
  ASSERT_TRUE(write_segment(folder / "s", 0, 200, sorted(twin)).ok());
  const auto segment = Segment::open(folder / "s", kIdentity, 1, std::make_shared<HeldPages>(1u << 20));
  ASSERT_TRUE(segment.ok());
  std::vector<base::KeyValue> records;
  std::vector<DocId> documents;
  ASSERT_TRUE((*segment)->append_documents(0, 0, 1, documents).ok());
  for (const std::uint32_t list : {0u, 1u}) ASSERT_TRUE((*segment)->append_records(list, 0, 1, records).ok());
  std::fstream(folder / "s", std::ios::binary | std::ios::in | std::ios::out)
      << std::string(bytes_of_file(folder / "s").size(), '!');
  EXPECT_TRUE((*segment)->append_records(0, 0, 1, records).ok()) << "what is held anyway is not read again";
  EXPECT_FALSE((*segment)->append_records(1, 0, 1, records).ok());
}

TEST(SegmentTest, WithoutCommitThereIsNone) {
  const base::ScratchDirectory folder;
  {
    auto writer = SegmentWriter::create(folder / "s", kIdentity, 0, 9);
    ASSERT_TRUE(writer.ok());
    const base::KeyValue record{.value = 3, .key = 4};
    ASSERT_TRUE(writer->add(2, &record, 1).ok());
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(SegmentTest, DamageIsNamedAndNeverAnotherAnswer) {
  const base::ScratchDirectory folder;
  std::mt19937_64 random(11);
  const TwinLists twin = some_lists(random, 50, 1500);
  ASSERT_TRUE(write_segment(folder / "s", 50, 1550, sorted(twin)).ok());
  const std::string bytes = bytes_of_file(folder / "s");
  ASSERT_GT(bytes.size(), 100000u);
  int named = 0;
  for (std::uint32_t seed = 0; seed < 150; ++seed) {
    const std::string path = folder.write("hurt", store::mutated(bytes, seed));
    named += agrees(path, 50, 1550, twin, 1u << 20) ? 0 : 1;
  }
  EXPECT_GT(named, 120);
  for (std::size_t size = 0; size < bytes.size(); size += 1 + random() % 2997)
    EXPECT_FALSE(agrees(folder.write("hurt", bytes.substr(0, size)), 50, 1550, twin, 1u << 20));
}

// Checksums are right, and what stands there is not: who wrote it was no textkin.
TEST(SegmentTest, RecordsThatCannotBeAreNamed) {
  const base::ScratchDirectory folder;
  const auto found = [&](std::uint64_t key, DocId document, std::uint64_t second) -> Status {
    const auto pages = std::make_shared<HeldPages>(0);
    std::string meta;
    for (const std::uint32_t number : {2u, 10u, 12u, kLists}) put_number(number, meta);
    for (std::uint32_t list = 0; list < kLists; ++list) put_number(std::uint64_t{list == 0 ? 2u : 0u}, meta);
    std::string page;
    for (const std::uint64_t number : {key, second}) put_number(number, page);
    for (const DocId number : {document, DocId{0}}) put_number(number, page);
    std::string fences;
    put_number(key, fences);
    const auto kind = [](store::BlockKind kind) { return static_cast<std::uint32_t>(kind); };
    store::TestingFile file{.version = store::kBlockFileVersion, .run = kIdentity, .blocks = {}, .bend = {}};
    file.blocks = {{kind(store::BlockKind::kMeta), 0, meta},
                   {kind(store::BlockKind::kKeyPages), 0, page},
                   {kind(store::BlockKind::kKeyFences), 0, fences}};
    std::ranges::sort(file.blocks, {}, &store::TestingBlock::kind);
    TEXTKIN_ASSIGN_OR_RETURN(const auto segment, Segment::open(folder.write("s", file.bytes()), kIdentity, 1, pages));
    std::vector<DocId> out;
    return segment->append_documents(0, 0, 2, out);
  };
  const Status right = found(5, 1, 6);
  EXPECT_TRUE(right.ok()) << right.message();
  EXPECT_EQ(found(5, 2, 6).code(), Code::kBadInput) << "a document that is none of its";
  EXPECT_EQ(found(5, ~DocId{0}, 6).code(), Code::kBadInput) << "one whose number passes the end of all numbers";
  EXPECT_EQ(found(5, 1, 4).code(), Code::kBadInput) << "keys that descend";
}

}  // namespace
}  // namespace textkin::archive
