// Decoder: what each compression format does for Unpacker. Private to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/packing/packing.h"
#include "base/packing/window_limit.h"
#include "textkin/status.h"

namespace textkin::base {

// The packed bytes, a buffer at a time.
class PackedInput {
 public:
  PackedInput(File file, Packing packing, std::size_t buffer_bytes, WindowLimit windows = {})
      : file_(std::move(file)), packing_(packing), buffer_(buffer_bytes), windows_(std::move(windows)) {}

  // The next buffer; empty at the end of the file. The bytes live until the next call.
  Result<std::string_view> next();
  // Reads past the buffer, straight into `out`.
  Result<std::size_t> read(char* out, std::size_t size);

  std::uint64_t bytes() const { return bytes_; }
  Result<File::Facts> facts() const { return file_.facts(); }

  // The three things that can be wrong with packed bytes.
  Status truncated() const;
  Status damaged(std::uint64_t at, std::string_view how) const;
  Status foreign() const;

  const WindowLimit& windows() const { return windows_; }
  // What is right with them, but takes `bytes` of memory, more than there is.
  Status too_wide(std::uint64_t bytes) const;

 private:
  File file_;
  Packing packing_;
  std::vector<char> buffer_;
  WindowLimit windows_;
  std::uint64_t bytes_ = 0;
};

class Decoder {
 public:
  explicit Decoder(PackedInput input) : input_(std::move(input)) {}
  virtual ~Decoder() = default;

  // Fills `out` from out + got on and counts in `got`, until it is `size`; without an error, fewer only at the end.
  // What was unpacked before an error is counted too.
  virtual Status decode(char* out, std::size_t size, std::size_t& got) = 0;

  // Bytes of memory that the window takes where it is filled; 0 where it is small whatever the file says.
  virtual std::uint64_t window() const { return 0; }

  std::uint64_t packed_bytes() const { return input_.bytes(); }
  Result<File::Facts> facts() const { return input_.facts(); }

 protected:
  // Fails where `filled` bytes of the window are more than may be.
  Status ask_window(std::uint64_t filled) const {
    return filled <= input_.windows().most ? Status() : input_.too_wide(window());
  }

  PackedInput input_;
};

}  // namespace textkin::base
