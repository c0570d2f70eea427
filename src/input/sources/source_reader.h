// SourceReader: the unpacked bytes of one source in order, from its start or from a place within. Where it holds JSON
// values that are no lines, their lines are what is unpacked. Private to this room and BlockReader. Threads: one.
//
// To go on within a file that is read in place costs a seek; within a stream or a compressed source, reading and
// unpacking what stands before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/checksum.h"
#include "base/packing/unpack.h"
#include "base/scratch_file.h"
#include "input/blocks/source.h"
#include "input/json/array_in_object.h"
#include "input/json/value_lines.h"
#include "textkin/status.h"

namespace textkin::input {

class SourceReader {
 public:
  // `source` must outlive the reader. kBadInput where it holds fewer than `offset` bytes. With `checksum`, those before
  // `offset` are read in any case and added to it. Packed bytes take no more memory than `windows` says.
  static Result<SourceReader> open(const Source& source, std::uint64_t offset, base::RunningChecksum* checksum,
                                   const base::WindowLimit& windows);

  // Reads `size` bytes; fewer only where the source has ended, or fails. To be no longer, at its end, what was listed
  // is a failure too.
  std::size_t read(char* out, std::size_t size);

  bool ended() const { return ended_; }           // nothing more can be read,
  const Status& error() const { return error_; }  // because of this

  // Bytes of the file itself up to here.
  std::uint64_t packed_bytes() const { return sought_ + (input_ ? input_->packed_bytes() : taken_); }

 private:
  SourceReader(const Source& source, std::optional<base::Unpacker> input)
      : source_(&source), input_(std::move(input)) {}
  Result<std::size_t> read_some(char* out, std::size_t size);
  Result<std::size_t> read_bytes(char* out, std::size_t size);
  Result<std::size_t> read_lines(char* out, std::size_t size);
  Status check_values();
  Status skip(std::uint64_t bytes, base::RunningChecksum* checksum);
  Status check_end() const;

  const Source* source_;
  std::optional<base::Unpacker> input_;  // none: a file that an archive held
  std::uint64_t taken_ = 0;              // bytes of that
  ValueLines values_;
  ArrayInObject object_;
  std::string of_object_;        // of its array, the last that was read
  std::string lines_;            // of them, not all given yet
  std::size_t lines_given_ = 0;  // bytes
  bool values_ended_ = false;
  std::uint64_t sought_ = 0;
  bool ended_ = false;
  Status error_;
};

// XXH3 of the unpacked bytes of a source that can be read once more, or checksum_of_rows(). The cost of reading and
// unpacking it.
Result<std::uint64_t> checksum_source(const Source& source, const base::WindowLimit& windows);

}  // namespace textkin::input
