// TextPacker: makes packs of texts (text_pack.h). Threads: one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

struct ZSTD_CCtx_s;

namespace textkin::archive {

// Texts that are packed together come to at most so many bytes and are at most so many; fewer bytes are better left to
// the store, which packs rows with what comes after them.
inline constexpr std::uint64_t kBytesOfAPack = 32u << 10;
inline constexpr std::size_t kTextsOfAPack = 1024;
inline constexpr std::uint64_t kLeastOfAPack = kBytesOfAPack / 2;

// kQuick: .7 of the time, for 4 % more bytes.
enum class Packing : std::uint8_t { kTight, kQuick };

class TextPacker {
 public:
  explicit TextPacker(Packing packing = Packing::kTight);

  // Nothing stands for a text that was purged. The value of a row; empty where there is no memory for it.
  std::string pack(std::span<const std::optional<std::string_view>> texts);

 private:
  std::unique_ptr<ZSTD_CCtx_s, void (*)(ZSTD_CCtx_s*)> context_;
  std::string bytes_;
};

}  // namespace textkin::archive
