// IdTable: the ids of all documents, by number.
//
// Memory: the bytes of the ids and some 5 bytes a document. Threads: appending and make_unique() by one; reading by
// many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::input {

class IdTable {
 public:
  // The id of document size(), of at most 2^23 bytes.
  void append(std::string_view id);

  DocId size() const { return static_cast<DocId>(pages_.size() * kPageIds + ends_.size()); }

  // Lives until the next append() or make_unique().
  std::string_view operator[](DocId doc) const;

  // Ids must differ within [first, last), the documents of one collection. If some do not: with `number` the second "x"
  // becomes "x#2", the third "x#3" and so on, names that exist already are left out; else kBadInput names the first
  // repeat and both of its places, as `place` calls them.
  // Cost: 16 bytes a document for the while; some 30 ns a document.
  Status make_unique(DocId first, DocId last, bool number, const std::function<std::string(DocId)>& place);

  std::uint64_t memory_bytes() const;

 private:
  // Ids stand in pages of this number: one allocation a page, found without a search, replaced where one is renamed.
  static constexpr std::size_t kPageIds = 256;

  void rename(DocId doc, std::string_view id);

  // A page: where each id ends among the bytes, as 32-bit numbers, then the bytes.
  using Page = std::unique_ptr<char[]>;
  static Page make_page(const std::vector<std::uint32_t>& ends, std::string_view bytes);
  static std::uint32_t end_of(const Page& page, std::size_t i);

  std::vector<Page> pages_;
  std::uint64_t page_bytes_ = 0;
  // The last page, as long as it is not full.
  std::vector<std::uint32_t> ends_;
  std::string bytes_;
};

}  // namespace textkin::input
