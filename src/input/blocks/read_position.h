// ReadPosition: a place between two records, from which reading can go on.
#pragma once

#include <cstdint>

namespace textkin::input {

// Everything before (source, offset) is done, nothing behind it is. Meaningful only for the list of sources that it was
// made with.
struct ReadPosition {
  std::uint32_t source = 0;       // number in the list; its length once all is read
  std::uint64_t offset = 0;       // unpacked bytes of that source that are done
  std::uint64_t line = 1;         // number of the line that comes next
  std::uint64_t input_bytes = 0;  // of the files before; of this one where it is not packed
  std::uint64_t checksum = 0;     // XXH3 of those `offset` bytes, only under ReadSettings::checksums

  bool operator==(const ReadPosition&) const = default;
};

// Whether byte `offset` of `source` stands before `position`.
inline bool stands_before(std::uint32_t source, std::uint64_t offset, const ReadPosition& position) {
  return source < position.source || (source == position.source && offset < position.offset);
}

}  // namespace textkin::input
