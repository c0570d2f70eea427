#include "base/packing/deflated_piece.h"

#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <array>

namespace textkin::base {
namespace {

constexpr int kLevel = 6;
constexpr std::string_view kEmptyBlock("\0\0\0\xff\xff", 5);  // not compressed, of no bytes, from the first bit on

Status exhausted() { return Status(Code::kExhausted, "no memory to compress"); }

// Where the last block of a stream begins and where it ends, in bits.
struct LastBlock {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class BlockFinder {
 public:
  BlockFinder() : ready_(::inflateInit2(&stream_, -MAX_WBITS) == Z_OK) {}
  ~BlockFinder() {
    if (ready_) ::inflateEnd(&stream_);
  }
  BlockFinder(const BlockFinder&) = delete;
  BlockFinder& operator=(const BlockFinder&) = delete;

  // Of a stream that is `unpacked` bytes.
  Result<LastBlock> last_of(std::string_view packed, std::size_t unpacked) {
    if (!ready_) return exhausted();
    stream_.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<unsigned>(packed.size());
    LastBlock last;
    while (true) {
      stream_.next_out = passing_.data();
      stream_.avail_out = static_cast<unsigned>(passing_.size());
      const int said = ::inflate(&stream_, Z_BLOCK);
      const std::size_t at = (packed.size() - stream_.avail_in) * 8 - static_cast<unsigned>(stream_.data_type & 7);
      const bool at_end_of_block = (stream_.data_type & 128) != 0;
      const bool in_last = (stream_.data_type & 64) != 0;
      if (said == Z_MEM_ERROR) return exhausted();
      if (said != Z_OK && said != Z_STREAM_END) break;
      if (at_end_of_block && in_last) last.end = at;
      if (at_end_of_block && !in_last) last.begin = at;
      if (said != Z_STREAM_END) continue;
      if (stream_.total_out != unpacked || stream_.avail_in != 0 || last.end == 0) break;
      return last;
    }
    return Status(Code::kIo, "what was compressed cannot be read again");
  }

 private:
  z_stream stream_{};
  const bool ready_;
  std::array<unsigned char, 64u << 10> passing_;
};

}  // namespace

void DeflatedPiece::Free::operator()(libdeflate_compressor* compressor) const {
  libdeflate_free_compressor(compressor);
}

Status DeflatedPiece::deflate(std::string_view bytes) {
  if (compressor_ == nullptr) compressor_.reset(libdeflate_alloc_compressor(kLevel));
  if (compressor_ == nullptr) return exhausted();
  const std::size_t most = libdeflate_deflate_compress_bound(compressor_.get(), bytes.size()) + kEmptyBlock.size();
  packed_.resize(std::max(packed_.size(), most));
  size_ = libdeflate_deflate_compress(compressor_.get(), bytes.data(), bytes.size(), packed_.data(),
                                      packed_.size() - kEmptyBlock.size());
  if (size_ == 0) return Status(Code::kIo, "bytes cannot be compressed");
  return join_to_next(bytes.size());
}

Status DeflatedPiece::join_to_next(std::size_t unpacked) {
  TEXTKIN_ASSIGN_OR_RETURN(const LastBlock last, BlockFinder().last_of(bytes(), unpacked));
  packed_[last.begin / 8] = static_cast<char>(packed_[last.begin / 8] & ~(1 << last.begin % 8));
  // The three bits that say so are zeros, as those are that fill the last byte.
  const std::size_t room = size_ * 8 - last.end;
  const std::string_view empty = kEmptyBlock.substr(room < 3 ? 0 : 1);
  size_ = static_cast<std::size_t>(std::ranges::copy(empty, packed_.data() + size_).out - packed_.data());
  return {};
}

}  // namespace textkin::base
