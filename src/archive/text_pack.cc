#include "archive/text_pack.h"

#include <fmt/format.h>
#include <zstd.h>

#include "archive/byte_strings.h"
#include "archive/rows.h"

namespace textkin::archive {
namespace {

constexpr int kLevel = 2;  // 1 leaves 3 % more of prose, 3 takes half as long again for .3 % less
constexpr std::uint32_t kPurged = ~std::uint32_t{0};
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
    bytes += size == kPurged ? 0 : size;
  }
  return taken.ok() && bytes == unpacked.size();
}

}  // namespace

TextPacker::TextPacker() : context_(ZSTD_createCCtx(), [](ZSTD_CCtx* context) { ZSTD_freeCCtx(context); }) {}

std::string TextPacker::pack(std::span<const std::optional<std::string_view>> texts) {
  bytes_.clear();
  put_number(static_cast<std::uint32_t>(texts.size()), bytes_);
  for (const auto& text : texts) put_number(text ? static_cast<std::uint32_t>(text->size()) : kPurged, bytes_);
  for (const auto& text : texts)
    if (text) bytes_ += *text;
  std::string row;
  put_number(static_cast<std::uint32_t>(texts.size()), row);
  const std::size_t head = row.size();
  row.resize(head + ZSTD_compressBound(bytes_.size()));
  const std::size_t size =
      ZSTD_compressCCtx(context_.get(), row.data() + head, row.size() - head, bytes_.data(), bytes_.size(), kLevel);
  if (ZSTD_isError(size) != 0) return {};
  row.resize(head + size);
  row.shrink_to_fit();
  return row;
}

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
    at += size == kPurged ? 0 : size;
  }
  const auto size = taken.number<std::uint32_t>();
  if (number >= texts || size == kPurged) return std::nullopt;
  return unpacked.substr(at, size);
}

std::string pack_key(DocId last) { return numbered_key(kOfText, last) + kOfPack; }
bool is_pack_key(std::string_view key) { return key.size() > kBytesOfTextKey; }
DocId number_of_text_key(std::string_view key) { return number_of_key(key.substr(0, kBytesOfTextKey)); }

}  // namespace textkin::archive
