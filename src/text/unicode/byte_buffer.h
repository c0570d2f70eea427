// ByteBuffer: growing bytes that are never filled with zeros first, and that may be read a little behind the end.
//
// Promise: `kPadding` bytes behind the last one are owned, so kernels may load and store whole vectors there.
// Capacity only grows: one buffer serves all documents of a thread. Threads: none shared.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace textkin::text {

class ByteBuffer {
 public:
  static constexpr std::size_t kPadding = 128;

  std::size_t size() const { return size_; }
  char* data() { return bytes_.get(); }
  char* end() { return bytes_.get() + size_; }
  std::string_view view() const { return {bytes_.get(), size_}; }

  void clear() { size_ = 0; }
  void set_size(std::size_t size) { size_ = size; }  // size <= what was reserved

  // Room for `extra` bytes, and the padding, behind the present ones. Pointers into the buffer may change.
  char* reserve(std::size_t extra) {
    if (size_ + extra + kPadding > capacity_) grow(extra);
    return end();
  }

  void append(std::string_view bytes) {
    reserve(bytes.size());
    if (bytes.empty()) return;
    std::memcpy(end(), bytes.data(), bytes.size());
    size_ += bytes.size();
  }

 private:
  void grow(std::size_t extra) {
    const std::size_t capacity = 2 * (size_ + extra) + kPadding;
    auto bytes = std::make_unique_for_overwrite<char[]>(capacity);
    if (size_ > 0) std::memcpy(bytes.get(), bytes_.get(), size_);
    bytes_ = std::move(bytes);
    capacity_ = capacity;
  }

  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace textkin::text
