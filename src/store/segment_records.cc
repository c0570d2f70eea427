#include "store/segment_records.h"

#include <cstring>
#include <string>
#include <utility>

#include "store/block_file_writer.h"

namespace textkin::store {
namespace {

using base::KeyValue;

constexpr BlockKind keys_of(RecordKind kind) {
  return kind == RecordKind::kWhole ? BlockKind::kWholeKeys : BlockKind::kBandKeys;
}
constexpr BlockKind docs_of(RecordKind kind) {
  return kind == RecordKind::kWhole ? BlockKind::kWholeDocs : BlockKind::kBandDocs;
}

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class T>
T value_at(const std::string& bytes, std::size_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
  return value;
}

}  // namespace

Status write_records(RecordKind kind, DocId first, base::RecordPartitions& records, BlockFileWriter& file) {
  std::vector<KeyValue> partition;
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> docs;
  for (std::uint32_t number = 0; number < base::RecordPartitions::kPartitions; ++number) {
    partition.clear();
    TEXTKIN_RETURN_IF_ERROR(records.take(number, partition));
    if (partition.empty()) continue;
    keys.clear();
    docs.clear();
    for (const KeyValue& record : partition) {
      if (record.value - first >= kNoDoc)
        return Status(Code::kInvalidArgument, "a band record of a document that is not in its segment");
      keys.push_back(record.key);
      docs.push_back(static_cast<std::uint32_t>(record.value - first));
    }
    TEXTKIN_RETURN_IF_ERROR(file.append(keys_of(kind), number, bytes_of(keys)));
    TEXTKIN_RETURN_IF_ERROR(file.append(docs_of(kind), number, bytes_of(docs)));
  }
  return {};
}

SegmentRecords::SegmentRecords(RecordKind kind, std::unique_ptr<base::RecordPartitions> rest)
    : kind_(kind), rest_(std::move(rest)) {}

Status SegmentRecords::add(std::shared_ptr<const BlockFile> file, DocId first, DocId documents) {
  if (documents > kNoDoc - first) return file->damaged("it has more documents than a run may have");
  std::uint64_t records = 0;
  for (const Block& block : file->blocks()) {
    const bool keys = block.kind == keys_of(kind_);
    if (!keys && block.kind != docs_of(kind_)) continue;
    const Block* other = file->find(keys ? docs_of(kind_) : keys_of(kind_), block.number);
    const std::uint64_t width = keys ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
    const std::uint64_t other_width = keys ? sizeof(std::uint32_t) : sizeof(std::uint64_t);
    if (block.number >= kPartitions || other == nullptr || block.size % width != 0 ||
        block.size / width * other_width != other->size)
      return file->damaged("its band records are not whole");
    if (keys) records += block.size / width;
  }
  size_ += records;
  segments_.push_back({std::move(file), first, documents});
  return {};
}

std::uint64_t SegmentRecords::size() const { return size_ + (rest_ == nullptr ? 0 : rest_->size()); }

Status SegmentRecords::take(std::size_t partition, std::vector<KeyValue>& out) {
  const auto number = static_cast<std::uint32_t>(partition);
  std::uint64_t records = 0;
  for (const Segment& segment : segments_)
    if (const Block* block = segment.file->find(keys_of(kind_), number)) records += block->size / sizeof(std::uint64_t);
  out.reserve(out.size() + records);
  std::string keys, docs;
  for (const Segment& segment : segments_) {
    const Block* key_block = segment.file->find(keys_of(kind_), number);
    if (key_block == nullptr) continue;
    TEXTKIN_RETURN_IF_ERROR(segment.file->read(*key_block, keys));
    TEXTKIN_RETURN_IF_ERROR(segment.file->read(*segment.file->find(docs_of(kind_), number), docs));
    for (std::size_t i = 0; i < keys.size() / sizeof(std::uint64_t); ++i) {
      const std::uint64_t key = value_at<std::uint64_t>(keys, i);
      const std::uint32_t doc = value_at<std::uint32_t>(docs, i);
      if (partition_of(key) != partition || doc >= segment.documents)
        return segment.file->damaged("it has band records that are not its own");
      out.push_back({segment.first + doc, key});
    }
  }
  return rest_ == nullptr ? Status() : rest_->take(partition, out);
}

}  // namespace textkin::store
