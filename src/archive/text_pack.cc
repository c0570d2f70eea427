#include "archive/text_pack.h"

#include <fmt/format.h>
#include <zstd.h>

#include <memory>

#include "archive/byte_strings.h"
#include "archive/rows.h"

namespace textkin::archive {
namespace {

constexpr char kOfPack = 'p';  // behind the number in its key
constexpr std::size_t kBytesOfNumber = sizeof(std::uint32_t);
constexpr std::size_t kBytesOfTextKey = 1 + kBytesOfNumber;
// A row that claims more was not written by us.
constexpr std::uint64_t kMostUnpacked = 1u << 20;

// To make one takes longer than to unpack a pack.
ZSTD_DCtx* unpacker_of_thread() {
  thread_local const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  return context.get();
}

// Whether the sizes are those of what stands behind them.
bool is_whole(std::string_view unpacked, std::uint32_t texts) {
  TakenBytes taken(unpacked);
  if (taken.number<std::uint32_t>() != texts) return false;
  std::uint64_t bytes = kBytesOfNumber * (std::uint64_t{texts} + 1);
  for (std::uint32_t i = 0; i < texts && taken.ok(); ++i) {
    const auto size = taken.number<std::uint32_t>();
    bytes += size == kPurgedText ? 0 : size;
  }
  return taken.ok() && bytes == unpacked.size();
}

}  // namespace

std::uint32_t texts_of_pack(std::string_view row) {
  TakenBytes taken(row);
  return taken.number<std::uint32_t>();
}

std::optional<DocId> first_of_pack(DocId last, std::string_view row) {
  const std::uint32_t texts = texts_of_pack(row);
  if (texts == 0 || texts - 1 > last) return std::nullopt;
  return last - (texts - 1);
}

Status damaged_pack(const std::string& folder, DocId last) {
  return Status(Code::kBadInput, fmt::format("{}: damaged: the texts up to document {} cannot be unpacked; put back a "
                                             "copy of it, or make it anew",
                                             folder, last));
}

bool unpack(std::string_view row, std::string& unpacked) {
  const std::uint32_t texts = texts_of_pack(row);
  if (texts == 0) return false;
  const std::string_view frame = row.substr(kBytesOfNumber);
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > kMostUnpacked) return false;
  unpacked.resize(size);
  const std::size_t got =
      ZSTD_decompressDCtx(unpacker_of_thread(), unpacked.data(), unpacked.size(), frame.data(), frame.size());
  return ZSTD_isError(got) == 0 && got == size && is_whole(unpacked, texts);
}

std::optional<std::string_view> text_of_pack(std::string_view unpacked, std::uint32_t number) {
  TakenBytes taken(unpacked);
  const auto texts = taken.number<std::uint32_t>();
  std::size_t at = kBytesOfNumber * (std::size_t{texts} + 1);
  for (std::uint32_t i = 0; i < number; ++i) {
    const auto size = taken.number<std::uint32_t>();
    at += size == kPurgedText ? 0 : size;
  }
  const auto size = taken.number<std::uint32_t>();
  if (number >= texts || size == kPurgedText) return std::nullopt;
  return unpacked.substr(at, size);
}

std::string pack_key(DocId last) { return numbered_key(kOfText, last) + kOfPack; }
bool is_pack_key(std::string_view key) { return key.size() > kBytesOfTextKey; }
DocId number_of_text_key(std::string_view key) { return number_of_key(key.substr(0, kBytesOfTextKey)); }

}  // namespace textkin::archive
