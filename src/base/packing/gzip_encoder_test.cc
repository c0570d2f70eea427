#include "base/packing/gzip_encoder.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "base/packing/unpack.h"
#include "base/scratch_directory.h"

namespace textkin::base {
namespace {

struct Packed {
  std::string bytes;
  std::size_t calls = 0;
};

Packed pack(std::string_view bytes, unsigned threads, std::size_t step) {
  Packed packed;
  auto encoder = make_gzip_encoder("packed", [&](std::string_view piece) {
    packed.bytes.append(piece);
    ++packed.calls;
    return Status();
  });
  EXPECT_TRUE(encoder.ok());
  (*encoder)->use_threads(threads);
  for (std::size_t at = 0; at < bytes.size(); at += step) EXPECT_TRUE((*encoder)->write(bytes.substr(at, step)).ok());
  EXPECT_TRUE((*encoder)->finish().ok());
  return packed;
}

std::string text_of(std::size_t size) {
  std::mt19937 random(7);
  std::string text;
  while (text.size() < size) text += "word" + std::to_string(random() % 5000) + ' ';
  text.resize(size);
  return text;
}

std::string unpacked(const std::string& path) {
  Result<Unpacker> unpacker = Unpacker::open(path, Packing::kGzip);
  EXPECT_TRUE(unpacker.ok());
  std::string bytes;
  std::string piece(100'000, '\0');
  while (true) {
    const Result<std::size_t> got = unpacker->read(piece.data(), piece.size());
    EXPECT_TRUE(got.ok()) << got.status().message();
    if (!got.ok() || *got == 0) return bytes;
    bytes.append(piece, 0, *got);
  }
}

TEST(GzipEncoder, SameBytesOnAnyNumberOfThreads) {
  const ScratchDirectory scratch;
  constexpr std::size_t kPiece = 512u << 10;
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, kPiece - 1, kPiece, kPiece + 1, 3 * kPiece, 5 * kPiece + 77}) {
    const std::string text = text_of(size);
    const Packed one = pack(text, 1, 1u << 20);
    EXPECT_EQ(unpacked(scratch.write("one.gz", one.bytes)), text) << size;
    EXPECT_EQ(one.calls, 2 + (size + kPiece - 1) / kPiece) << size;  // header, a piece each, end
    for (const unsigned threads : {0u, 2u, 3u, 100u})
      EXPECT_EQ(pack(text, threads, threads == 3 ? 1000 : 700'001).bytes, one.bytes) << size << ' ' << threads;
  }
}

TEST(GzipEncoder, AFailureOfTheSinkIsReturned) {
  const std::string text = text_of(3u << 20);
  std::size_t calls = 0;
  auto encoder = make_gzip_encoder(
      "packed", [&](std::string_view) { return ++calls == 3 ? Status(Code::kIo, "disk full") : Status(); });
  ASSERT_TRUE(encoder.ok());
  (*encoder)->use_threads(2);
  EXPECT_EQ((*encoder)->write(text).message(), "disk full");
  EXPECT_EQ(calls, 3u);
}

}  // namespace
}  // namespace textkin::base
