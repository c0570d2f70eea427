// Any bytes as a packed file of each kind: however they are asked for, they give the same bytes and end the same way.
#include <array>
#include <vector>

#include "base/packing/unpack.h"
#include "fuzzer.h"
#include "memory_file.h"

namespace textkin::fuzz::packed {
namespace {

constexpr std::size_t kMost = 1u << 20;  // of what is unpacked

struct Unpacked {
  std::string bytes;
  Code end = Code::kOk;
  std::string message;
};

Unpacked unpack(const std::string& path, base::Packing packing, std::size_t buffer, std::size_t step) {
  Unpacked out;
  Result<base::Unpacker> unpacker = base::Unpacker::open(path, packing, 0, buffer);
  if (!unpacker.ok()) return {{}, unpacker.status().code(), unpacker.status().message()};
  std::vector<char> piece(step);
  while (out.bytes.size() < kMost) {
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

void read(base::Packing packing, std::string_view bytes) {
  const MemoryFile memory(bytes);
  const Unpacked whole = unpack(memory.path(), packing, 256u << 10, 64u << 10);
  require(whole.end == Code::kOk || (whole.end == Code::kBadInput && whole.message.find('\n') == std::string::npos));
  if (whole.bytes.size() >= kMost) return;
  const Unpacked slowly = unpack(memory.path(), packing, 7, 1000);
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
