// Spool: the unpacked bytes of streams and compressed sources, kept so that records can be read again.
//
// Form: one scratch file of zstd frames (level 1, with checksum), each of a chunk of up to 16 KiB; the index stays in
// memory, 32 bytes a chunk. The file is made at the first append and has no name, so nothing is left behind however the
// run ends.
// Cost: packing 2.4 ns a byte; a record read out of order 14 microseconds, most of it for unpacking its chunk. (Chunks
// of 64 KiB pack 14 % smaller and cost three times as much to read from.) Threads: append() may be called by many at
// once, with a SpoolWriter each; reading only when all appending is done. Errors: kIo with the directory (disk full,
// damaged scratch file), kBadInput where bytes were never appended.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace textkin::input {

// A thread's means of writing to a spool.
class SpoolWriter {
 public:
  SpoolWriter();
  ~SpoolWriter();

 private:
  friend class Spool;
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
  std::vector<char> packed_;
};

class Spool {
 public:
  // A run of bytes of one source, and where it stands in the scratch file.
  struct Chunk {
    std::uint64_t offset = 0;  // in the unpacked source
    std::uint64_t position = 0;
    std::uint32_t source = 0;
    std::uint32_t size = 0;
    std::uint32_t packed_size = 0;
  };

  explicit Spool(std::string directory) : directory_(std::move(directory)) {}
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  // Keeps `bytes`, which stand at `offset` of `source`. Each byte of a source may be appended once, in any order.
  Status append(std::uint32_t source, std::uint64_t offset, std::string_view bytes, SpoolWriter& writer);

  // Bytes in the scratch file.
  std::uint64_t file_bytes() const { return end_.load(); }

 private:
  friend class SpoolReader;

  Status open();
  Status damaged() const;
  const Chunk* find(std::uint32_t source, std::uint64_t offset) const;

  std::string directory_;
  std::mutex mutex_;           // guards what follows, but for end_
  std::vector<Chunk> chunks_;  // ascending by source, then offset
  int descriptor_ = -1;
  std::atomic<std::uint64_t> end_{0};  // of the scratch file
};

// Reads from a spool. Keeps the last chunk unpacked. Threads: one each.
class SpoolReader {
 public:
  explicit SpoolReader(std::shared_ptr<const Spool> spool);
  ~SpoolReader();

  // Replaces `out` by `size` bytes from `offset` of `source`.
  Status read(std::uint32_t source, std::uint64_t offset, std::size_t size, std::vector<char>& out);

  // Whether that byte was appended.
  bool holds(std::uint32_t source, std::uint64_t offset) const;

 private:
  struct Free {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  Status load(const Spool::Chunk& chunk);

  std::shared_ptr<const Spool> spool_;
  std::unique_ptr<ZSTD_DCtx_s, Free> context_;
  const Spool::Chunk* loaded_ = nullptr;
  std::vector<char> bytes_;  // of loaded_
  std::vector<char> packed_;
};

}  // namespace textkin::input
