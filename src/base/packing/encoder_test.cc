// Encoders that pack one file by several threads.
#include <gtest/gtest.h>
#include <zstd.h>

#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "base/packing/gzip_encoder.h"
#include "base/packing/unpack.h"
#include "base/packing/zstd_encoder.h"
#include "base/scratch_directory.h"

namespace textkin::base {
namespace {

struct Kind {
  Packing packing;
  Result<std::unique_ptr<Encoder>> (*make)(std::string path, Encoder::Sink sink);
  std::size_t piece;  // bytes, that one thread packs
};
constexpr Kind kGzip{Packing::kGzip, make_gzip_encoder, 512u << 10};
constexpr Kind kZstd{Packing::kZstd, make_zstd_encoder, 1u << 20};

struct Packed {
  std::string bytes;
  std::size_t calls = 0;
};

Packed pack(const Kind& kind, std::string_view bytes, unsigned threads, std::size_t step) {
  Packed packed;
  auto encoder = kind.make("packed", [&](std::string_view piece) {
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

std::string unpacked(const std::string& path, Packing packing) {
  Result<Unpacker> unpacker = Unpacker::open(path, packing);
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

TEST(Encoder, SameBytesOnAnyNumberOfThreads) {
  const ScratchDirectory scratch;
  for (const Kind& kind : {kGzip, kZstd}) {
    const std::size_t piece = kind.piece;
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, piece - 1, piece, piece + 1, 3 * piece, 5 * piece + 77}) {
      const std::string text = text_of(size);
      const Packed one = pack(kind, text, 1, 1u << 20);
      const std::string path = scratch.write("one" + std::string(suffix_of(kind.packing)), one.bytes);
      EXPECT_EQ(unpacked(path, kind.packing), text) << size;
      for (const unsigned threads : {0u, 2u, 3u, 100u})
        EXPECT_EQ(pack(kind, text, threads, threads == 3 ? 1000 : 700'001).bytes, one.bytes) << size << ' ' << threads;
    }
  }
}

TEST(Encoder, GzipComesInPieces) {
  for (const std::size_t pieces : {0u, 1u, 4u})  // header, a piece each, end
    EXPECT_EQ(pack(kGzip, text_of(pieces * kGzip.piece), 1, 1u << 20).calls, 2 + pieces);
}

// Some readers stop behind the first frame.
TEST(Encoder, ZstdIsOneFrame) {
  const Packed packed = pack(kZstd, text_of(5 * kZstd.piece + 77), 3, 1u << 20);
  EXPECT_EQ(ZSTD_findFrameCompressedSize(packed.bytes.data(), packed.bytes.size()), packed.bytes.size());
}

// That nobody named a number of threads is as if it were one.
TEST(Encoder, SameBytesWithoutAWordAboutThreads) {
  for (const Kind& kind : {kGzip, kZstd}) {
    const std::string text = text_of(3 * kind.piece + 5);
    std::string bytes;
    auto encoder = kind.make("packed", [&](std::string_view piece) { return bytes.append(piece), Status(); });
    ASSERT_TRUE(encoder.ok() && (*encoder)->write(text).ok() && (*encoder)->finish().ok());
    EXPECT_EQ(bytes, pack(kind, text, 4, 1u << 20).bytes);
  }
}

TEST(Encoder, AFailureOfTheSinkIsReturned) {
  for (const Kind& kind : {kGzip, kZstd}) {
    const std::string text = text_of(6u << 20);
    std::size_t calls = 0;
    auto encoder =
        kind.make("packed", [&](std::string_view) { return ++calls == 3 ? Status(Code::kIo, "disk full") : Status(); });
    ASSERT_TRUE(encoder.ok());
    (*encoder)->use_threads(2);
    EXPECT_EQ((*encoder)->write(text).message(), "disk full");
    EXPECT_EQ(calls, 3u);
  }
}

}  // namespace
}  // namespace textkin::base
