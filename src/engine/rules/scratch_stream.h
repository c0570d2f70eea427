// ScratchStream: bytes that are written one behind the other to a nameless file, then read from their beginning, any
// number of times.
//
// Memory: 128 KiB at most, and 24 bytes for each 64 KiB written. Errors: kIo. Threads: one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/scratch_file.h"
#include "textkin/status.h"

namespace textkin::engine::rules {

class ScratchStream {
 public:
  explicit ScratchStream(std::string directory) : file_(std::move(directory)) {}

  Status write(std::string_view bytes) {
    if (!held_.empty() && held_.size() + bytes.size() > kAtOnce) TEXTKIN_RETURN_IF_ERROR(flush());
    held_ += bytes;
    return {};
  }
  // Behind the last write(), and again for each time that it is read.
  Status rewind() {
    if (!held_.empty()) TEXTKIN_RETURN_IF_ERROR(flush());
    next_ = at_ = 0;
    read_.clear();
    return {};
  }
  // The next `size` bytes, which were written in one piece. They live until the next call.
  Result<std::string_view> read(std::size_t size) {
    TEXTKIN_RETURN_IF_ERROR(fill());
    return std::string_view(read_).substr(std::exchange(at_, at_ + size), size);
  }
  // As many pieces as are at hand.
  Result<std::string_view> read_some() {
    TEXTKIN_RETURN_IF_ERROR(fill());
    return std::string_view(read_).substr(std::exchange(at_, read_.size()));
  }
  // Behind rewind(): whether all was read.
  bool at_end() const { return at_ == read_.size() && next_ == extents_.size(); }

 private:
  static constexpr std::size_t kAtOnce = 64u << 10;

  Status flush() {
    TEXTKIN_ASSIGN_OR_RETURN(extents_.emplace_back(), file_.append(held_));
    held_.clear();
    return {};
  }

  Status fill() {
    if (!(at_ == read_.size() && next_ < extents_.size())) return {};
    at_ = 0;
    read_.resize(extents_[next_].size);
    return file_.read(extents_[next_++], read_.data());
  }

  base::ScratchFile file_;
  std::vector<base::ScratchFile::Extent> extents_;
  std::string held_;  // not yet written
  std::string read_;
  std::size_t next_ = 0;  // extent
  std::size_t at_ = 0;    // of read_
};

}  // namespace textkin::engine::rules
