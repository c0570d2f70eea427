// StringColumn: a string a document, in pages of 256, in memory and in a block (docs/format.md).
//
// A page is where each of its strings ends, as u32 from behind these numbers, and the bytes. A block is where each page
// begins and the last one ends, as u64 from the block's begin, and the pages: a string is two reads away.
// Strings of a page have less than 4 GiB together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/block_file.h"
#include "store/block_file_writer.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::store {

inline constexpr std::size_t kPageStrings = 256;

// Threads: changes by one, reading by many.
class StringColumn {
 public:
  DocId size() const { return static_cast<DocId>(pages_.size() * kPageStrings + ends_.size()); }
  std::uint64_t memory_bytes() const;

  void append(std::string_view string);
  // Appends empty strings until there are `size`; 8 bytes a page.
  void fill(DocId size);
  // Lives until the next change.
  std::string_view operator[](DocId i) const;

  // Appends the column as a block.
  Status write(BlockKind kind, BlockFileWriter& file, std::uint32_t number = 0) const;

 private:
  friend Status read_string_column(const BlockFile&, const Block&, DocId, StringColumn*);

  using Page = std::unique_ptr<char[]>;
  Page close_page() const;
  void push_page();

  std::vector<Page> pages_;  // null: 256 empty strings
  std::uint64_t page_bytes_ = 0;
  // The last page, as long as it is not full.
  std::vector<std::uint32_t> ends_;
  std::string bytes_;
};

// Reads the whole block of a column of `count` strings, checks shape and checksum, and appends the strings to the empty
// column `out` where that is not null. kExhausted where a page is larger than memory.
Status read_string_column(const BlockFile& file, const Block& block, DocId count, StringColumn* out);

// Whether a column of `count` strings may have that size.
bool may_be_string_column(const Block& block, DocId count);

// Single strings of a block. Keeps the last page where that has at most 64 KiB, else its ends. Threads: one.
class StringColumnReader {
 public:
  // `out` lives until the next call. `block` belongs to `file`, which must outlive the reader; the column has `count`
  // strings, and i < count.
  Status read(const BlockFile& file, const Block& block, DocId count, DocId i, std::string_view& out);

 private:
  Status load_page(const BlockFile& file, const Block& block, DocId count, DocId page);

  const Block* block_ = nullptr;  // null: nothing is loaded
  DocId page_ = 0;
  std::uint64_t strings_offset_ = 0;  // in the block
  bool whole_ = false;                // bytes_ are those of the page, else of one string
  std::array<std::uint32_t, kPageStrings> ends_;
  std::vector<char> bytes_;
};

}  // namespace textkin::store
