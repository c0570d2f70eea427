// SegmentMeta: the block kMeta of a segment: which documents it holds, and where reading goes on behind it.
//
// Form: 64-bit little-endian numbers in the order of the members below (docs/format.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "textkin/status.h"

namespace textkin::store {

struct SegmentMeta {
  std::uint64_t first = 0;      // number of its first document in the run
  std::uint64_t documents = 0;  // in it
  // From the beginning of the run to the end of the segment:
  std::uint64_t against = 0;  // documents of INPUT, the others are of --against
  std::uint64_t empty = 0;
  std::uint64_t features = 0;
  // Where the next segment begins:
  std::uint64_t source = 0;
  std::uint64_t offset = 0;  // in the unpacked source
  std::uint64_t line = 0;
  std::uint64_t input_bytes = 0;  // of all files that were read by then
  std::uint64_t checksum = 0;     // XXH3 of the first `offset` bytes of the source

  std::string encode() const;
  // kBadInput, naming `path`, where the size is wrong.
  static Result<SegmentMeta> decode(std::string_view bytes, const std::string& path);
};

}  // namespace textkin::store
