#include "base/packing/unpack.h"

#include <gtest/gtest.h>
#include <lzma.h>
#include <zstd.h>

#include <bit>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/output_file.h"
#include "base/scratch_directory.h"

namespace textkin::base {
namespace {

constexpr Packing kPackings[] = {Packing::kGzip, Packing::kZstd, Packing::kXz, Packing::kBzip2};

struct Unpacked {
  std::string bytes;
  Status status;
};

Unpacked unpack(const std::string& path, Packing packing, std::size_t buffer = 256u << 10, std::size_t step = 1 << 16) {
  Result<Unpacker> unpacker = Unpacker::open(path, packing, 0, buffer);
  if (!unpacker.ok()) return {{}, unpacker.status()};
  Unpacked result;
  std::string piece(step, '\0');
  while (true) {
    Result<std::size_t> got = unpacker->read(piece.data(), piece.size());
    if (!got.ok()) {
      result.status = got.status();
      // An error stays.
      EXPECT_FALSE(unpacker->read(piece.data(), piece.size()).ok());
      return result;
    }
    if (*got == 0) return result;
    result.bytes.append(piece, 0, *got);
  }
}

std::string pack(std::string_view bytes, Packing packing) {
  const ScratchDirectory scratch;
  auto file = OutputFile::create(scratch / "packed", packing);
  EXPECT_TRUE(file.ok() && (*file)->write(bytes).ok() && (*file)->commit().ok());
  return slurp(scratch / "packed");
}

// Words, so that the packed bytes hold matches and literals, and noise, so that a flipped bit reaches the checksums.
std::string sample(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes;
  while (bytes.size() < size) {
    if (random() % 3 == 0) {
      bytes += static_cast<char>(random());
    } else {
      bytes += "the quick brown fox " + std::to_string(random() % 1000);
    }
  }
  bytes.resize(size);
  return bytes;
}

TEST(Unpacker, GivesWhatWasPackedAtAnyBufferAndStep) {
  const ScratchDirectory scratch;
  for (const Packing packing : kPackings) {
    for (const std::size_t size : {0u, 1u, 1000u, 70000u, 270000u}) {
      const std::string bytes = sample(size, 5);
      const std::string path = scratch.write("file", pack(bytes, packing));
      for (const std::size_t buffer : {1u, 2u, 7u, 1000u, 262144u}) {
        for (const std::size_t step : {1u, 333u, 65536u, 1000000u}) {
          if (step == 1 && size > 1000) continue;
          const Unpacked unpacked = unpack(path, packing, buffer, step);
          ASSERT_TRUE(unpacked.status.ok()) << unpacked.status.message();
          ASSERT_TRUE(unpacked.bytes == bytes) << name_of(packing) << ' ' << size << ' ' << buffer << ' ' << step;
        }
      }
    }
  }
}

TEST(Unpacker, ReadsMembersAsOne) {
  const ScratchDirectory scratch;
  for (const Packing packing : kPackings) {
    std::string packed, bytes;
    for (const std::size_t size : {0u, 10u, 5000u, 0u, 100000u, 0u}) {
      const std::string part = sample(size, static_cast<unsigned>(size));
      bytes += part;
      packed += pack(part, packing);
    }
    const std::string path = scratch.write("file", packed);
    for (const std::size_t buffer : {1u, 64u, 262144u}) {
      const Unpacked unpacked = unpack(path, packing, buffer);
      ASSERT_TRUE(unpacked.status.ok()) << name_of(packing) << unpacked.status.message();
      ASSERT_TRUE(unpacked.bytes == bytes) << name_of(packing);
    }
  }
}

TEST(Unpacker, SaysThatAFileIsTruncatedWhereverItIsCut) {
  const ScratchDirectory scratch;
  for (const Packing packing : kPackings) {
    const std::string bytes = sample(3000, 9);
    const std::string packed = pack(bytes, packing);
    for (std::size_t cut = 0; cut < packed.size(); ++cut) {
      const std::string path = scratch.write("file", packed.substr(0, cut));
      const Unpacked unpacked = unpack(path, packing, cut % 2 == 0 ? 262144 : 5);
      ASSERT_EQ(unpacked.status.code(), Code::kBadInput) << name_of(packing) << cut;
      ASSERT_EQ(unpacked.status.message(), path + ": truncated " + std::string(name_of(packing)) + " data after " +
                                               std::to_string(cut) + " bytes; restore or remove the file");
      ASSERT_TRUE(bytes.starts_with(unpacked.bytes));
    }
  }
}

// Every bit of a packed file is either checked or means nothing: no flip may change the text silently.
TEST(Unpacker, NeverGivesOtherBytesThanWerePacked) {
  const ScratchDirectory scratch;
  for (const Packing packing : kPackings) {
    const std::string bytes = sample(300, 11);
    const std::string packed = pack(bytes, packing) + pack(bytes, packing);
    int refused = 0;
    for (std::size_t at = 0; at < packed.size(); ++at) {
      for (int bit = 0; bit < 8; ++bit) {
        std::string damaged = packed;
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
        const Unpacked unpacked = unpack(scratch.write("file", damaged), packing);
        if (unpacked.status.ok()) {
          ASSERT_TRUE(unpacked.bytes == bytes + bytes) << name_of(packing) << " byte " << at << " bit " << bit;
        } else {
          ASSERT_EQ(unpacked.status.code(), Code::kBadInput);
          ASSERT_NE(unpacked.status.message().find("file"), std::string::npos);
          ++refused;
        }
      }
    }
    EXPECT_GT(refused, static_cast<int>(packed.size()) * 7) << name_of(packing);
  }
}

TEST(Unpacker, RefusesWhatItsNameDoesNotPromise) {
  const ScratchDirectory scratch;
  for (const Packing packing : kPackings) {
    for (const std::string& bytes : {std::string("{\"text\": \"plain after all\"}\n"), pack("abc", Packing::kGzip),
                                     pack("abc", Packing::kZstd), std::string(300, '\0')}) {
      if (pack("abc", packing) == bytes) continue;
      const std::string path = scratch.write("file", bytes);
      const Unpacked unpacked = unpack(path, packing);
      EXPECT_EQ(unpacked.status.code(), Code::kBadInput);
      EXPECT_EQ(unpacked.status.message(), path + ": not " + std::string(name_of(packing)) +
                                               " data, though its name ends in " + std::string(suffix_of(packing)) +
                                               "; rename or remove the file");
    }
  }
}

TEST(Unpacker, RefusesForeignBytesBehindTheEnd) {
  const ScratchDirectory scratch;
  for (const Packing packing : kPackings) {
    const Unpacked unpacked = unpack(scratch.write("file", pack("abc", packing) + "garbage behind the end"), packing);
    EXPECT_TRUE(unpacked.bytes == "abc" || packing == Packing::kXz) << name_of(packing);
    EXPECT_EQ(unpacked.status.code(), Code::kBadInput) << name_of(packing);
    EXPECT_NE(unpacked.status.message().find("damaged"), std::string::npos) << unpacked.status.message();
  }
  // Zeros behind gzip data are padding, as gzip itself takes them.
  const Unpacked padded =
      unpack(scratch.write("file", pack("abc", Packing::kGzip) + std::string(1000, '\0')), Packing::kGzip, 16);
  EXPECT_TRUE(padded.status.ok()) << padded.status.message();
  EXPECT_EQ(padded.bytes, "abc");
}

// Random bytes behind a right beginning: an error or an end, never a crash, under the sanitizers too.
TEST(Unpacker, SurvivesNoise) {
  const ScratchDirectory scratch;
  std::mt19937 random(3);
  for (const Packing packing : kPackings) {
    const std::string packed = pack(sample(2000, 4), packing);
    for (int repeat = 0; repeat < 300; ++repeat) {
      std::string noisy = packed.substr(0, random() % packed.size());
      for (std::size_t n = random() % 500; n > 0; --n) noisy += static_cast<char>(random());
      const Unpacked unpacked = unpack(scratch.write("file", noisy), packing);
      EXPECT_FALSE(unpacked.status.ok());
    }
  }
}

// A file of a few bytes that says its window is of 64 MiB, and holds so many zeros.
std::string far_reaching(Packing packing, std::size_t size, std::uint64_t window) {
  const std::string zeros(size, '\0');
  std::string packed(1u << 20, '\0');
  if (packing == Packing::kXz) {
    lzma_options_lzma options;
    lzma_lzma_preset(&options, 0);
    options.dict_size = static_cast<std::uint32_t>(window);
    const lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, nullptr}};
    std::size_t at = 0;
    EXPECT_EQ(lzma_stream_buffer_encode(const_cast<lzma_filter*>(filters), LZMA_CHECK_CRC64, nullptr,
                                        reinterpret_cast<const std::uint8_t*>(zeros.data()), zeros.size(),
                                        reinterpret_cast<std::uint8_t*>(packed.data()), &at, packed.size()),
              LZMA_OK);
    packed.resize(at);
    return packed;
  }
  const std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_windowLog, std::countr_zero(window));
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_contentSizeFlag, 0);
  ZSTD_inBuffer in{zeros.data(), zeros.size(), 0};
  ZSTD_outBuffer out{packed.data(), packed.size(), 0};
  // In two steps, or zstd knows how much there is and makes the window smaller.
  ZSTD_compressStream2(context.get(), &out, &in, ZSTD_e_flush);
  EXPECT_EQ(ZSTD_compressStream2(context.get(), &out, &in, ZSTD_e_end), 0u);
  packed.resize(out.pos);
  return packed;
}

TEST(Unpacker, HoldsNoMoreOfAWindowThanItMay) {
  const ScratchDirectory scratch;
  constexpr std::uint64_t kWindow = 64u << 20;
  const WindowLimit windows{.most = 8u << 20,
                            .would_do = [](std::uint64_t bytes) { return std::to_string(bytes >> 20) + " would do"; }};
  for (const Packing packing : {Packing::kZstd, Packing::kXz}) {
    for (const std::size_t size : {5u << 20, 20u << 20}) {
      const std::string path = scratch.write("file", far_reaching(packing, size, kWindow));
      Result<Unpacker> unpacker = Unpacker::open(path, packing, 0, 256u << 10, windows);
      ASSERT_TRUE(unpacker.ok());
      EXPECT_LT(unpacker->window(), 1u << 20);
      std::string piece(1u << 16, 'x');
      std::size_t sum = 0;
      Result<std::size_t> got = 0u;
      while ((got = unpacker->read(piece.data(), piece.size())).ok() && *got > 0) sum += *got;
      EXPECT_GE(unpacker->window(), kWindow);
      EXPECT_LT(unpacker->window(), kWindow + (2u << 20));
      if (size < windows.most) {
        EXPECT_TRUE(got.ok()) << got.status().message();
        EXPECT_EQ(sum, size);
      } else {
        EXPECT_LE(sum, windows.most + (2u << 20));
        EXPECT_EQ(got.status().code(), Code::kExhausted);
        EXPECT_NE(got.status().message().find(path + ": its " + std::string(name_of(packing))), std::string::npos);
        EXPECT_NE(got.status().message().find(" MiB are held"), std::string::npos) << got.status().message();
        EXPECT_TRUE(got.status().message().ends_with(" would do")) << got.status().message();
      }
    }
  }
}

TEST(Unpacker, WithoutPackingBytesComeAsTheyAre) {
  const ScratchDirectory scratch;
  const std::string bytes = pack(sample(100000, 2), Packing::kGzip);
  const Unpacked unpacked = unpack(scratch.write("file", bytes), Packing::kNone);
  EXPECT_TRUE(unpacked.status.ok());
  EXPECT_TRUE(unpacked.bytes == bytes);
  EXPECT_EQ(unpack(scratch / "missing", Packing::kNone).status.code(), Code::kNotFound);
  EXPECT_EQ(unpack(scratch.path(), Packing::kNone).status.code(), Code::kIo);
}

}  // namespace
}  // namespace textkin::base
