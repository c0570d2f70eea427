#include "base/packing/deflated_piece.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <string>

namespace textkin::base {
namespace {

std::string inflated(const std::string& packed, std::size_t most) {
  std::string bytes(most + 1, '\0');
  z_stream stream{};
  EXPECT_EQ(::inflateInit2(&stream, -MAX_WBITS), Z_OK);
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<unsigned>(packed.size());
  stream.next_out = reinterpret_cast<unsigned char*>(bytes.data());
  stream.avail_out = static_cast<unsigned>(bytes.size());
  EXPECT_EQ(::inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.avail_in, 0u);
  bytes.resize(stream.total_out);
  ::inflateEnd(&stream);
  return bytes;
}

// Few letters, many, and none that repeat: blocks of each kind, and ends at each of the eight bits.
TEST(DeflatedPiece, PiecesAreOneStream) {
  std::mt19937 random(3);
  DeflatedPiece piece;
  for (int repeat = 0; repeat < 300; ++repeat) {
    std::string packed;
    std::string all;
    for (int pieces = 1 + static_cast<int>(random() % 6); pieces > 0; --pieces) {
      const std::size_t size = 1 + random() % (repeat % 50 == 0 ? 400'000 : 3000);
      const unsigned letters = 1 + static_cast<unsigned>(random() % (repeat % 3 == 0 ? 256 : 9));
      std::string bytes(size, 'x');
      for (char& byte : bytes) byte = static_cast<char>(random() % letters);
      const Status deflated = piece.deflate(bytes);
      ASSERT_TRUE(deflated.ok()) << deflated.message();
      packed += piece.bytes();
      all += bytes;
    }
    ASSERT_EQ(inflated(packed + std::string("\x03\0", 2), all.size()), all) << repeat;
  }
}

}  // namespace
}  // namespace textkin::base
