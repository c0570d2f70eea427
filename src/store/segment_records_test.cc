#include "store/segment_records.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <thread>

#include "base/scratch_directory.h"
#include "store/testing_file.h"
#include "store/testing_mutations.h"

namespace textkin::store {
namespace {

using base::KeyValue;
using base::ScratchDirectory;

constexpr std::size_t kPartitions = base::RecordPartitions::kPartitions;

// Records in memory.
class Records final : public base::RecordPartitions {
 public:
  void append(KeyValue record) { partitions_[partition_of(record.key)].push_back(record); }
  std::uint64_t size() const override {
    std::uint64_t size = 0;
    for (const auto& partition : partitions_) size += partition.size();
    return size;
  }
  Status take(std::size_t partition, std::vector<KeyValue>& out) override {
    if (broken) return Status(Code::kIo, "broken");
    out.insert(out.end(), partitions_[partition].begin(), partitions_[partition].end());
    partitions_[partition].clear();
    return {};
  }
  bool broken = false;

 private:
  std::vector<KeyValue> partitions_[kPartitions];
};

Result<std::vector<KeyValue>> take_all(base::RecordPartitions& records) {
  std::vector<KeyValue> all;
  for (std::size_t partition = 0; partition < kPartitions; ++partition)
    TEXTKIN_RETURN_IF_ERROR(records.take(partition, all));
  return all;
}

Result<std::shared_ptr<const BlockFile>> write_segment(const std::string& path, DocId first, Records& whole,
                                                       Records& bands) {
  auto writer = BlockFileWriter::create(path, kTestingRun, false);
  if (!writer.ok()) return writer.status();
  TEXTKIN_RETURN_IF_ERROR(write_records(RecordKind::kWhole, first, whole, **writer));
  TEXTKIN_RETURN_IF_ERROR(write_records(RecordKind::kBands, first, bands, **writer));
  TEXTKIN_RETURN_IF_ERROR((*writer)->commit());
  return BlockFile::open(path, kTestingRun);
}

KeyValue random_record(std::mt19937_64& random, DocId first, DocId documents, bool narrow) {
  const std::uint64_t edges[] = {0, UINT64_MAX, 0x00FFFFFFFFFFFFFFu, 0x0100000000000000u};
  const std::uint64_t key = random() % 20 == 0 ? edges[random() % 4] : random();
  return {first + random() % documents, narrow ? key >> 3 : key};
}

TEST(SegmentRecords, AreThoseOfTheSegmentsInOrderAndThenTheRest) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const ScratchDirectory scratch;
    std::mt19937_64 random(seed);
    std::vector<KeyValue> expected[2];
    SegmentRecords whole(RecordKind::kWhole, nullptr), bands(RecordKind::kBands, std::make_unique<Records>());
    DocId first = seed == 3 ? kNoDoc - 10'000 : 0;
    for (int segments = static_cast<int>(seed % 5); segments > 0; --segments) {
      const DocId documents = static_cast<DocId>(1 + random() % 2000);
      Records records[2];
      for (int kind = 0; kind < 2; ++kind) {
        for (std::size_t n = random() % 5000; n > 0; --n) {
          const KeyValue record = random_record(random, first, documents, seed % 3 == 0);
          records[kind].append(record);
          expected[kind].push_back(record);
        }
      }
      const auto file = write_segment(scratch / std::to_string(first), first, records[0], records[1]);
      ASSERT_TRUE(file.ok()) << file.status().message();
      ASSERT_TRUE(whole.add(*file, first, documents).ok());
      ASSERT_TRUE(bands.add(*file, first, documents).ok());
      first += documents;
    }
    ASSERT_EQ(whole.size(), expected[0].size());
    ASSERT_EQ(bands.size(), expected[1].size());
    for (std::vector<KeyValue>& records : expected)
      std::stable_sort(records.begin(), records.end(), [](const KeyValue& a, const KeyValue& b) {
        return base::RecordPartitions::partition_of(a.key) < base::RecordPartitions::partition_of(b.key);
      });
    const auto all_whole = take_all(whole), all_bands = take_all(bands);
    ASSERT_TRUE(all_whole.ok() && *all_whole == expected[0]);
    ASSERT_TRUE(all_bands.ok() && *all_bands == expected[1]);
  }
}

TEST(SegmentRecords, TheRestComesLast) {
  const ScratchDirectory scratch;
  Records none, bands;
  bands.append({4, 9});
  const auto file = write_segment(scratch / "a", 4, none, bands);
  auto rest = std::make_unique<Records>();
  Records& behind = *rest;
  behind.append({5, 8});
  SegmentRecords records(RecordKind::kBands, std::move(rest));
  ASSERT_TRUE(records.add(*file, 4, 1).ok());
  EXPECT_EQ(records.size(), 2u);
  std::vector<KeyValue> out = {{1, 2}};
  ASSERT_TRUE(records.take(0, out).ok());
  EXPECT_EQ(out, (std::vector<KeyValue>{{1, 2}, {4, 9}, {5, 8}}));
  behind.broken = true;
  EXPECT_EQ(records.take(1, out).message(), "broken");
  EXPECT_EQ(write_segment(scratch / "b", 4, none, behind).status().message(), "broken");
  Records early;
  early.append({3, 0});
  EXPECT_EQ(write_segment(scratch / "b", 4, none, early).status().code(), Code::kInvalidArgument);
}

TEST(SegmentRecords, PartitionsAreTakenByManyThreads) {
  const ScratchDirectory scratch;
  std::mt19937_64 random(8);
  Records whole, bands;
  for (int i = 0; i < 50'000; ++i) bands.append(random_record(random, 0, 1000, false));
  Records copy = bands;
  SegmentRecords records(RecordKind::kBands, nullptr);
  ASSERT_TRUE(records.add(*write_segment(scratch / "a", 0, whole, bands), 0, 1000).ok());
  std::vector<std::vector<KeyValue>> taken(kPartitions);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t partition = t; partition < kPartitions; partition += 4)
        EXPECT_TRUE(records.take(partition, taken[partition]).ok());
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t partition = 0; partition < kPartitions; ++partition) {
    std::vector<KeyValue> expected;
    ASSERT_TRUE(copy.take(partition, expected).ok());
    EXPECT_EQ(taken[partition], expected);
  }
}

TEST(SegmentRecords, BlocksThatCannotBeAreRefused) {
  const ScratchDirectory scratch;
  const auto blocks = [] {
    std::string keys, docs;
    for (std::uint64_t i = 0; i < 6; ++i) put(keys, i << 40 | std::uint64_t{7} << 56);
    for (std::uint32_t i = 0; i < 6; ++i) put(docs, i);
    return std::vector<TestingBlock>{{8, 7, keys}, {9, 7, docs}};
  };
  const auto status_of = [&](const std::vector<TestingBlock>& bent, DocId documents) -> Status {
    const TestingFile file{.version = kBlockFileVersion, .run = kTestingRun, .blocks = bent, .bend = {}};
    const auto opened = BlockFile::open(scratch.write("a", file.bytes()), kTestingRun);
    if (!opened.ok()) return opened.status();
    SegmentRecords records(RecordKind::kBands, nullptr);
    TEXTKIN_RETURN_IF_ERROR(records.add(*opened, 1000, documents));
    const auto all = take_all(records);
    if (all.ok() && all->size() != 6) return Status(Code::kIo, "records are missing");
    return all.status();
  };
  ASSERT_TRUE(status_of(blocks(), 6).ok());
  const std::vector<std::function<void(std::vector<TestingBlock>&)>> bends = {
      [](auto& bent) { bent.pop_back(); },           // keys without documents
      [](auto& bent) { bent.erase(bent.begin()); },  // the other way
      [](auto& bent) { bent[0].number = 8; },        //
      [](auto& bent) { bent[0].number = bent[1].number = 256; },
      [](auto& bent) { bent[0].bytes += "x"; },
      [](auto& bent) { bent[0].bytes += std::string(8, '\7'); },
      [](auto& bent) { bent[1].bytes += "four"; },
      [](auto& bent) { bent[0].bytes[15] = 8; },  // a key of another partition
      [](auto& bent) { bent[1].bytes[4] = 6; },   // a document of another segment
      [](auto& bent) { bent[1].bytes[7] = -1; },
  };
  for (std::size_t i = 0; i < bends.size(); ++i) {
    std::vector<TestingBlock> bent = blocks();
    bends[i](bent);
    const Status status = status_of(bent, 6);
    EXPECT_EQ(status.code(), Code::kBadInput) << i;
    EXPECT_TRUE(status.message().starts_with(scratch / "a: damaged: ")) << i << status.message();
  }
  EXPECT_EQ(status_of(blocks(), 5).code(), Code::kBadInput);
  EXPECT_TRUE(status_of(blocks(), kNoDoc - 1000).ok());
  EXPECT_EQ(status_of(blocks(), kNoDoc - 999).code(), Code::kBadInput);
}

TEST(SegmentRecords, DamageIsSeenOrHarmless) {
  const ScratchDirectory scratch;
  std::mt19937_64 random(9);
  Records whole, bands;
  for (int i = 0; i < 300; ++i) {
    whole.append(random_record(random, 0, 100, false));
    bands.append(random_record(random, 0, 100, true));
  }
  Records copy = bands;
  const std::vector<KeyValue> expected = *take_all(copy);
  ASSERT_TRUE(write_segment(scratch / "whole", 0, whole, bands).ok());
  const std::string file = base::slurp(scratch / "whole");
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    const auto opened = BlockFile::open(scratch.write("a", mutated(file, seed)), kTestingRun);
    SegmentRecords records(RecordKind::kBands, nullptr);
    Status status = opened.ok() ? records.add(*opened, 0, 100) : opened.status();
    if (status.ok()) {
      const auto all = take_all(records);
      status = all.status();
      if (all.ok()) {
        ASSERT_EQ(*all, expected);
      }
    }
    if (!status.ok()) {
      ASSERT_EQ(status.code(), Code::kBadInput) << seed << status.message();
    }
  }
}

}  // namespace
}  // namespace textkin::store
