// A pack: texts of documents with neighbouring numbers, packed together as one row of the vault.
//
// What is added in bulk is packed by those who make its keys, on any thread, before it is known which numbers it gets;
// so what is written into the log, held in tables and written into files is packed already, and the one thread of the
// store that writes files has nothing to pack. Of 32 KiB, so that who wants one text unpacks no more than that.
//
// A row, under the number of its last text: u32 how many texts, and a zstd frame of: as many, u32; the size of each in
// bytes, u32, or 2^32 - 1 where it was purged; the texts. Trusts no bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "textkin/document.h"
#include "textkin/status.h"

struct ZSTD_CCtx_s;

namespace textkin::archive {

// Texts that are packed together come to at most so many bytes and are at most so many; fewer bytes are better left to
// the store, which packs rows with what comes after them.
inline constexpr std::uint64_t kBytesOfAPack = 32u << 10;
inline constexpr std::size_t kTextsOfAPack = 1024;
inline constexpr std::uint64_t kLeastOfAPack = kBytesOfAPack / 2;

// Threads: one.
class TextPacker {
 public:
  TextPacker();

  // Nothing stands for a text that was purged. The value of a row; empty where there is no memory for it.
  std::string pack(std::span<const std::optional<std::string_view>> texts);

 private:
  std::unique_ptr<ZSTD_CCtx_s, void (*)(ZSTD_CCtx_s*)> context_;
  std::string bytes_;
};

// How many texts a row has; 0 where it is none.
std::uint32_t texts_of_pack(std::string_view row);

// The number of the first text of a row whose last one is `last`; nothing where it has more texts than there are
// numbers, or none. What is then said of an index in `folder`.
std::optional<DocId> first_of_pack(DocId last, std::string_view row);
Status damaged_pack(const std::string& folder, DocId last);

// What was packed; false where it is no pack. Cost: some 30 us.
bool unpack(std::string_view row, std::string& unpacked);

// One of what was unpacked; nothing where it was purged.
std::optional<std::string_view> text_of_pack(std::string_view unpacked, std::uint32_t number);

// The key of a pack, behind which no key of a later number comes; and the number in the key of a text or a pack.
std::string pack_key(DocId last);
bool is_pack_key(std::string_view key);
DocId number_of_text_key(std::string_view key);

}  // namespace textkin::archive
