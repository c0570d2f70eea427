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
#include "textkin/status.h"

namespace textkin::base {

// The packed bytes, a buffer at a time.
class PackedInput {
 public:
  PackedInput(File file, Packing packing, std::size_t buffer_bytes)
      : file_(std::move(file)), packing_(packing), buffer_(buffer_bytes) {}

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

 private:
  File file_;
  Packing packing_;
  std::vector<char> buffer_;
  std::uint64_t bytes_ = 0;
};

class Decoder {
 public:
  explicit Decoder(PackedInput input) : input_(std::move(input)) {}
  virtual ~Decoder() = default;

  // Fills `out` from out + got on and counts in `got`, until it is `size`; without an error, fewer only at the end.
  // What was unpacked before an error is counted too.
  virtual Status decode(char* out, std::size_t size, std::size_t& got) = 0;

  std::uint64_t packed_bytes() const { return input_.bytes(); }
  Result<File::Facts> facts() const { return input_.facts(); }

 protected:
  PackedInput input_;
};

}  // namespace textkin::base
