// File: a file opened for reading.
//
// Ownership: closes what it opened; standard input ("-") is left open. Threads: read_at() may be called from several
// threads at once, read() from one at a time. Errors name the file and say what to do; kInterrupted where a signal
// ended a wait for a slow writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "textkin/status.h"

namespace textkin::base {

class File {
 public:
  struct Facts {
    bool regular = false;          // else a pipe, a terminal, a device, a directory
    std::uint64_t size = 0;        // of a regular file, now
    std::int64_t modified_ns = 0;  // time of the last change
  };

  // "-" is standard input. A named pipe is opened only once somebody writes to it.
  static Result<File> open(const std::string& path);
  // Of what stands under that name now, without opening it.
  static Result<Facts> facts_of(const std::string& path);
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();

  const std::string& path() const { return path_; }
  Result<Facts> facts() const;

  // The next read() begins at byte `offset` of a regular file.
  Status seek(std::uint64_t offset);

  // The next bytes into `out`: `size` of them, fewer only at the end of the file.
  Result<std::size_t> read(char* out, std::size_t size);

  // Bytes from `offset` of a regular file; fewer than `size` only at its end.
  Result<std::size_t> read_at(std::uint64_t offset, char* out, std::size_t size) const;

  // The same where the system has all of it in memory, without waiting for a disk. False where it has not, or cannot
  // tell, as for some file systems, or would fail: then `out` may be written to, and read_at() tells.
  bool read_held(std::uint64_t offset, char* out, std::size_t size) const;

 private:
  File(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

  std::string path_;
  int descriptor_;
};

}  // namespace textkin::base
