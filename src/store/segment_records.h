// SegmentRecords: band records on disk. A segment (a block file of pass one) holds those of its documents, by
// partition: a block of keys and a block of documents each, none where there are none.
//
// Errors: kBadInput where a block does not hold what it must, and what BlockFile says.
#pragma once

#include <memory>
#include <vector>

#include "base/record_partitions.h"
#include "store/block_file.h"
#include "store/block_file_writer.h"
#include "textkin/document.h"

namespace textkin::store {

enum class RecordKind { kWhole, kBands };

// Takes every partition of `records` into `file`. `first` is the number of the segment's first document: values are
// written less that, so that a segment does not know its place among others. Memory: 28 bytes a record of one
// partition.
Status write_records(RecordKind kind, DocId first, base::RecordPartitions& records, BlockFileWriter& file);

// The records of several segments, in order, then those of `rest` (which may be null). Memory: for the while of a
// take(), beside `out`, 12 bytes a record of one partition of one segment.
class SegmentRecords final : public base::RecordPartitions {
 public:
  SegmentRecords(RecordKind kind, std::unique_ptr<base::RecordPartitions> rest);

  // `first`: number of the segment's first document in the run. Checks the shapes of the blocks. After an error nothing
  // was added.
  Status add(std::shared_ptr<const BlockFile> file, DocId first, DocId documents);

  std::uint64_t size() const override;
  // Checks checksums, that keys are the partition's, and that documents are the segment's.
  Status take(std::size_t partition, std::vector<base::KeyValue>& out) override;

 private:
  struct Segment {
    std::shared_ptr<const BlockFile> file;
    DocId first;
    DocId documents;
  };
  RecordKind kind_;
  std::unique_ptr<base::RecordPartitions> rest_;
  std::vector<Segment> segments_;
  std::uint64_t size_ = 0;
};

}  // namespace textkin::store
