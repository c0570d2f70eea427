// ScratchFile: bytes that do not fit in memory, for the rest of the run. A file without a name: nothing is left behind
// however the run ends.
//
// Threads: append() and read() by any number at once; an extent is read only after its append() has returned. Errors:
// kIo names the directory and says what to do (disk full, or bytes that come back changed).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"

namespace textkin::base {

// Bytes of a file in the address space. The system may take back what memory they use, and does when it needs it.
class MappedBytes {
 public:
  MappedBytes(const char* data, std::size_t size) : data_(data), size_(size) {}
  ~MappedBytes();
  MappedBytes(const MappedBytes&) = delete;
  MappedBytes& operator=(const MappedBytes&) = delete;

  std::string_view bytes() const { return {data_, size_}; }
  // Gives that memory back now; bytes that are looked at later come from the file again.
  void forget() const;

 private:
  const char* data_;
  std::size_t size_;
};

class ScratchFile {
 public:
  // Where an append() lies. `checksum` is compared by read().
  struct Extent {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t checksum = 0;
  };

  // Opened at the first append() in `directory`, which must exist.
  explicit ScratchFile(std::string directory) : directory_(std::move(directory)) {}
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  Result<Extent> append(std::string_view bytes);
  // `out` holds extent.size bytes.
  Status read(const Extent& extent, char* out) const;
  // A part of what was appended, unchecked; it must lie within one extent.
  Status read_at(std::uint64_t offset, char* out, std::size_t size) const;

  // All that was appended, unchecked. It outlives this.
  Result<std::unique_ptr<const MappedBytes>> map() const;

  std::uint64_t bytes() const { return end_.load(); }  // written so far

 private:
  Status open();

  const std::string directory_;
  std::mutex mutex_;  // guards the opening
  std::atomic<int> descriptor_{-1};
  std::atomic<std::uint64_t> end_{0};
};

}  // namespace textkin::base
