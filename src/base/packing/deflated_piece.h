// DeflatedPiece: bytes deflated by themselves, so that what is deflated behind them goes on in the same stream.
// Private to the encoder of gzip. Threads: one each.
//
// libdeflate ends each of its streams; zlib's inflate finds the last block in it, which is then marked as one that is
// not the last, and an empty block behind it goes on to a whole byte (RFC 1951, 3.2.3 and 3.2.4).
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "textkin/status.h"

struct libdeflate_compressor;

namespace textkin::base {

class DeflatedPiece {
 public:
  // kExhausted without memory; kIo where a library gives what it cannot.
  Status deflate(std::string_view bytes);

  std::string_view bytes() const { return {packed_.data(), size_}; }

 private:
  struct Free {
    void operator()(libdeflate_compressor* compressor) const;
  };
  Status join_to_next(std::size_t unpacked);

  std::unique_ptr<libdeflate_compressor, Free> compressor_;
  std::vector<char> packed_;
  std::size_t size_ = 0;
};

}  // namespace textkin::base
