// SegmentWriter: the file of a Segment, from lists that are sorted.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "archive/band_keys.h"
#include "base/sort.h"
#include "store/block_file_writer.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::archive {

// Lists come one after the other, each ascending. Threads: one.
class SegmentWriter {
 public:
  static Result<SegmentWriter> create(const std::string& path, std::uint64_t identity, DocId first, DocId last);

  // The next records of `list`, which is the one of the call before, or a later one.
  Status add(std::uint32_t list, const base::KeyValue* records, std::size_t count);
  Status commit();  // the last call; without it nothing is left behind

 private:
  SegmentWriter(std::unique_ptr<store::BlockFileWriter> file, DocId first, DocId last)
      : file_(std::move(file)), first_(first), last_(last) {}
  Status write_page(std::span<const base::KeyValue> page);
  Status write_rest();

  std::unique_ptr<store::BlockFileWriter> file_;
  DocId first_;
  DocId last_;
  std::uint32_t list_ = 0;            // of what is in page_
  std::vector<base::KeyValue> page_;  // the next one, as far as it is known
  std::uint32_t pages_ = 0;
  std::array<std::uint64_t, kLists> records_{};
  std::array<std::vector<std::uint64_t>, kLists> fences_;
};

}  // namespace textkin::archive
