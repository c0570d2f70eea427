// MappedFile: a file mapped into memory, whose pages are given back as they are read.
//
// Mapped pages count as the process's memory for as long as nobody else needs it, and --memory is a promise; what is
// given back comes again from the file. Whoever made the mapping keeps it for as long as anything reads there.
// Threads: all of it.
#pragma once

#include <atomic>
#include <cstdint>

namespace textkin::python {

class MappedFile {
 public:
  MappedFile(std::uint64_t address, std::uint64_t bytes) : address_(address), bytes_(bytes) {}

  // Before so many bytes of one value are read. Cost: at times a system call.
  void look_at(std::uint64_t bytes);
  // What of it is in memory. Cost: a system call.
  void give_back() const;

 private:
  std::uint64_t address_;
  std::uint64_t bytes_;
  std::atomic<std::uint64_t> looked_at_{0};  // bytes since pages were given back
};

}  // namespace textkin::python
