// Any bytes as a packed file of each kind: however they are asked for, they give the same bytes and end the same way.
#include <zstd.h>

#include <array>
#include <memory>
#include <vector>

#include "base/packing/unpack.h"
#include "fuzzer.h"
#include "memory_file.h"

namespace textkin::fuzz::packed {
namespace {

constexpr std::size_t kMost = 1u << 20;  // of what is unpacked
constexpr std::size_t kFew = 7;          // bytes of the file in memory at a time

struct Unpacked {
  std::string bytes;
  Code end = Code::kOk;
  std::string message;
};

// Until `most` bytes are there or the file ends.
Unpacked unpack(const std::string& path, base::Packing packing, std::size_t buffer, std::size_t step,
                std::size_t most) {
  Unpacked out;
  Result<base::Unpacker> unpacker = base::Unpacker::open(path, packing, 0, buffer);
  if (!unpacker.ok()) return {{}, unpacker.status().code(), unpacker.status().message()};
  std::vector<char> piece(step);
  while (out.bytes.size() < most) {
    const Result<std::size_t> got = unpacker->read(piece.data(), step);
    if (!got.ok()) {
      out.end = got.status().code();
      out.message = got.status().message();
      break;
    }
    out.bytes.append(piece.data(), *got);
    if (*got == 0) break;
  }
  return out;
}

// libzstd 1.5.4 takes a block of nothing repeated (an RLE block of no bytes) where it has it whole, and calls it
// damaged where it comes in pieces.
bool zstd_takes_pieces(std::string_view bytes) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  std::vector<char> out(kMost);
  for (std::size_t from = 0; from < bytes.size(); from += kFew) {
    const std::string_view piece = bytes.substr(from, kFew);
    ZSTD_inBuffer packed{piece.data(), piece.size(), 0};
    while (packed.pos < packed.size) {
      ZSTD_outBuffer unpacked{out.data(), out.size(), 0};
      if (ZSTD_isError(ZSTD_decompressStream(context.get(), &unpacked, &packed)) != 0) return false;
    }
  }
  return true;
}

void read(base::Packing packing, std::string_view bytes) {
  const MemoryFile memory(bytes);
  const Unpacked whole = unpack(memory.path(), packing, 256u << 10, 64u << 10, kMost);
  require(whole.end == Code::kOk || (whole.end == Code::kBadInput && whole.message.find('\n') == std::string::npos));
  if (whole.bytes.size() >= kMost) return;
  // Beyond kMost, so that it comes to its end too.
  const Unpacked slowly = unpack(memory.path(), packing, kFew, 1000, 2 * kMost);
  if (slowly.end != whole.end && packing == base::Packing::kZstd && !zstd_takes_pieces(bytes)) return;
  require(slowly.end == whole.end);
  // Before damage, a larger buffer may have given less or more.
  require(whole.end != Code::kOk || slowly.bytes == whole.bytes);
}

constexpr auto kWords = std::to_array<std::string_view>(
    {std::string_view("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10), std::string_view("\x03\0\0\0\0\0\0\0\0\0", 10),
     std::string_view("\x28\xB5\x2F\xFD", 4), std::string_view("\x50\x2A\x4D\x18\x04\0\0\0", 8),
     std::string_view("\xFD"
                      "7zXZ\0",
                      6),
     "YZ", "BZh9", "1AY&SY", "\x17rE8P\x90", std::string_view("\0\0\0\0", 4)});

const Registered kGzip({.name = "packed_gzip",
                        .run = [](std::string_view b) { read(base::Packing::kGzip, b); },
                        .words = kWords});
const Registered kZstd({.name = "packed_zstd",
                        .run = [](std::string_view b) { read(base::Packing::kZstd, b); },
                        .words = kWords});
const Registered kXz({.name = "packed_xz",
                      .run = [](std::string_view b) { read(base::Packing::kXz, b); },
                      .words = kWords});
const Registered kBzip2({.name = "packed_bzip2",
                         .run = [](std::string_view b) { read(base::Packing::kBzip2, b); },
                         .words = kWords});

}  // namespace
}  // namespace textkin::fuzz::packed
