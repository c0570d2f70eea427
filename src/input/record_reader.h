// RecordReader: reads documents again by their records.
//
// Promise: text() gives the bytes that the first reading gave, or fails with kBadInput naming the file, if it changed or
// shrank meanwhile. Threads: one RecordReader a thread. Cost: one pread a record for seekable sources; one unpacked
// spool block (64 KiB) otherwise, kept until another block is asked for.
#pragma once

#include <memory>
#include <string_view>

#include "input/block_reader.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::input {

class RecordReader {
 public:
  RecordReader(const InputSpec& spec, const SourceList& list, std::shared_ptr<const Spool> spool);
  ~RecordReader();

  // The record's bytes as they stand in the source, without line end. The view lives until the next call.
  Result<std::string_view> raw(const DocumentRecord& record);

  // The record of JSONL or lines with the line end that it has in the source; the last line may have none. The view lives
  // until the next call.
  Result<std::string_view> line(const DocumentRecord& record);

  // The document's text. The view lives until the next call.
  Result<std::string_view> text(const DocumentRecord& record);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace textkin::input
