// Unpacker: the bytes of a file, decompressed as a stream.
//
// Promise: several members (frames, streams) one after another are read as one; every checksum that the format holds is
// checked; a file that ends early, is damaged, or is not what its packing says is kBadInput with its name. Bytes that
// stand before the damage may have been given by then, always the same for the same file and buffer. A compressed file
// of 0 bytes has ended early. Cost: gzip 0.5 GB/s (ISA-L), zstd 1 GB/s, xz through liblzma, bzip2 through libarchive;
// memory some 5 MB, and the window of zstd and xz, as far as a file fills it. Threads: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/file.h"
#include "base/packing/packing.h"
#include "base/packing/window_limit.h"
#include "textkin/status.h"

namespace textkin::base {

class Decoder;

class Unpacker {
 public:
  // "-" is standard input. With Packing::kNone bytes come as they are. Bytes are those behind the first `skipped` of
  // the file, which must then be a regular one. `buffer_bytes` packed bytes are read at once. A file that fills a
  // window beyond `windows` ends with kExhausted.
  static Result<Unpacker> open(const std::string& path, Packing packing, std::uint64_t skipped = 0,
                               std::size_t buffer_bytes = 256u << 10, const WindowLimit& windows = {});
  Unpacker(Unpacker&& other) noexcept;
  Unpacker& operator=(Unpacker&& other) noexcept;
  ~Unpacker();

  // The next bytes into `out`: `size` of them, fewer only before the end or before an error, 0 at the end.
  // kIo where the file could not be read, kBadInput where its packed bytes are wrong.
  Result<std::size_t> read(char* out, std::size_t size);

  // Bytes of memory that the window takes where it is filled: little before the first byte was read, of formats whose
  // window is small, and where nothing is packed.
  std::uint64_t window() const;

  // Of the file itself, now.
  Result<File::Facts> facts() const;

  // Bytes of the file itself that were read so far, without those skipped.
  std::uint64_t packed_bytes() const;

 private:
  explicit Unpacker(std::unique_ptr<Decoder> decoder);

  std::unique_ptr<Decoder> decoder_;
  Status error_;  // met after bytes that read() could still give
};

}  // namespace textkin::base
