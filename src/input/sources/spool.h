// Spool: the unpacked bytes of streams and compressed sources, kept in a file so that records can be read again.
//
// The file is scratch or has a name. Scratch is gone with the run, however the run ends. A named file outlives it, so
// that another process can go on with it.
//
// Form: chunks of up to 16 KiB, as they came. To pack them would cost more than all else that is done with packed
// input, so that is done only where the disk is short: then chunks are zstd frames of level 1 from there on. The index
// of the chunks is in memory, 32 bytes each.
//
// Errors: kIo with the file's name where the disk is full or a scratch file is damaged; kBadInput where a named file is
// damaged.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "input/blocks/read_position.h"
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
  // A run of bytes of one source, and where it stands in the file.
  struct Chunk {
    std::uint64_t offset = 0;  // in the unpacked source
    std::uint64_t position = 0;
    std::uint32_t source = 0;
    std::uint32_t size = 0;
    std::uint32_t packed_size = 0;  // in the file; `size` where it is not packed
    std::uint32_t checksum = 0;     // of the bytes in the file: low half of XXH3

    bool operator==(const Chunk&) const = default;
  };

  // `directory` must exist when the first bytes come; only then is the file made. An empty `name` stands for scratch.
  // The disk is short where it has less room than `spare_bytes` and twice the spool.
  explicit Spool(std::string directory, std::string name = {}, std::uint64_t spare_bytes = 1u << 30);
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  // Keeps `bytes`, which stand at `offset` of `source`. Each byte of a source may be appended once, in any order.
  // Threads: many at once, with a SpoolWriter each. Cost: 0.4 ns a byte, 5 ns where it is packed.
  Status append(std::uint32_t source, std::uint64_t offset, std::string_view bytes, SpoolWriter& writer);

  // The rest is for named files. One thread may call it while others append.

  // Takes over chunks that another process wrote, in any order; before anything else is called. What the file holds
  // behind the last of them is cut off at the next append. kBadInput where they cannot be chunks of this file.
  Status restore(std::vector<Chunk> chunks);

  // Those that stand before `position` and were appended since the last call, ascending: who keeps them, after sync(),
  // can restore() the file. Bytes before the place behind a block are complete once that block and those before it are
  // parsed.
  std::vector<Chunk> take_new_chunks(const ReadPosition& position);

  // What was appended is on the disk, and so is the file's name.
  Status sync();

  std::uint64_t file_bytes() const { return end_.load(); }
  std::uint64_t memory_bytes() const;

 private:
  friend class SpoolReader;

  Status open();
  Status look_at_disk();
  Status pack(std::uint32_t source, std::uint64_t offset, std::string_view bytes, SpoolWriter& writer,
              std::vector<Chunk>& chunks, std::string_view& stored) const;
  Status write(std::uint64_t position, std::string_view bytes);
  Status damaged(std::string_view how) const;
  const Chunk* find(std::uint32_t source, std::uint64_t offset) const;

  const std::string directory_;
  const std::string name_;
  const std::string path_;  // of the file; of the directory where it has no name
  const std::uint64_t spare_bytes_;
  std::atomic<bool> packs_{false};     // chunks from now on
  mutable std::mutex mutex_;           // guards what follows, but for end_
  std::vector<Chunk> chunks_;          // ascending by source, then offset
  std::vector<Chunk> new_chunks_;      // of a named file: not yet taken
  int descriptor_ = -1;                // for reading and,
  bool writable_ = false;              // if so, for writing
  std::atomic<std::uint64_t> end_{0};  // of the file
};

// Reads from a spool, when all appending is done. Keeps the last chunk unpacked. Threads: one each.
class SpoolReader {
 public:
  explicit SpoolReader(std::shared_ptr<const Spool> spool);
  ~SpoolReader();

  // Replaces `out` by `size` bytes from `offset` of `source`. kBadInput where they were never appended.
  Status read(std::uint32_t source, std::uint64_t offset, std::size_t size, std::vector<char>& out);

  // Whether that byte was appended.
  bool holds(std::uint32_t source, std::uint64_t offset) const;

 private:
  struct Free {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  Status load(const Spool::Chunk& chunk);
  Status unpack(const Spool::Chunk& chunk);

  std::shared_ptr<const Spool> spool_;
  std::unique_ptr<ZSTD_DCtx_s, Free> context_;
  const Spool::Chunk* loaded_ = nullptr;
  std::vector<char> bytes_;  // of loaded_
  std::vector<char> packed_;
};

}  // namespace textkin::input
