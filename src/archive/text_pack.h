// A pack: texts of documents with neighbouring numbers, packed together as one row of the vault.
//
// What is added in bulk is packed by those who make its keys, on any thread, before it is known which numbers it gets;
// so what is written into the log, held in tables and written into files is packed already, and the one thread of the
// store that writes files has nothing to pack. Of 32 KiB, so that who wants one text unpacks no more than that.
//
// A row, under the number of its last text: u32 how many texts, and a zstd frame of: as many, u32; the size of each in
// bytes, u32, or 2^32 - 1 where it was purged; the texts. TextPacker makes them. Trusts no bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::archive {

// Instead of the size of a text that was purged.
inline constexpr std::uint32_t kPurgedText = ~std::uint32_t{0};

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
