// KeyPage: some records of a list as they stand in a segment: keys that ascend, and a document each.
//
// Plain ones are u64 keys, then u32 documents. Packed ones, of fingerprints, are as many bits as the page needs: its
// first key, and then for each record how far its key is behind that one, and its document; what is asked for is found
// without unpacking the others. Documents are counted from the first one of the segment.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/sort.h"
#include "textkin/document.h"

namespace textkin::archive {

class KeyPage {
 public:
  // Of 1 record or more that ascend; documents from `first` on.
  static std::string plain(std::span<const base::KeyValue> records, DocId first);
  static std::string packed(std::span<const base::KeyValue> records, DocId first);

  // `bytes` were checked against their checksum, and must outlive it.
  KeyPage(std::string_view bytes, std::uint64_t records, bool packed);
  // Whether the bytes are as many as so many records take.
  bool has_its_size() const;
  // Whether keys ascend, and documents are some of so many.
  bool can_be(DocId documents) const;

  std::uint64_t key(std::uint64_t record) const;
  DocId document(std::uint64_t record) const;
  // How many records have keys below `key`; with those that have it.
  std::uint64_t below(std::uint64_t key) const;
  std::uint64_t up_to(std::uint64_t key) const;

 private:
  std::uint64_t bits_at(std::uint64_t bit, unsigned bits) const;

  std::string_view bytes_;
  std::uint64_t records_;
  bool packed_;
  std::uint64_t first_key_ = 0;  // of packed ones, without the bits that are cut
  unsigned key_bits_ = 0;
  unsigned document_bits_ = 0;
};

}  // namespace textkin::archive
