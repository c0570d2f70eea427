// KeyPage: some records of a list as they stand in a segment: keys that ascend, and a document each.
//
// Keys are hashes, so that of n of them some 2^b apart each only its lowest b bits are anything but where it stands
// among the others: a page keeps those, and the rest in unary, 2 bits a key (Elias 1974, Fano 1971). What is asked for
// is found without unpacking the others. Documents are counted from the first one of the segment. Earlier versions
// wrote other forms, which are read.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/sort.h"
#include "textkin/document.h"

namespace textkin::archive {

// Before what is packed: the first key, and how many bits a key and a document have.
inline constexpr std::uint64_t kPackedHead = sizeof(std::uint64_t) + 2;
// Of a spaced one: also how many bits are cut, and words in unary.
inline constexpr std::uint64_t kSpacedHead = kPackedHead + 1 + sizeof(std::uint32_t);
// Of a key, so that eight bytes hold it wherever it begins; as many stand behind the last one.
inline constexpr int kMostKeyBits = 56;
inline constexpr std::uint64_t kBehindBits = sizeof(std::uint64_t);

inline std::uint64_t bytes_of_bits(std::uint64_t bits) { return (bits + 7) / 8; }

// Made by spaced_page() of key_page_bytes.h.
class KeyPage {
 public:
  enum class Form : std::uint8_t {
    kPlain,   // u64 keys, then u32 documents: as bands once were
    kPacked,  // the first key, and how far each is behind it, in as many bits as that takes: as fingerprints once were
    kSpaced,
  };

  // `bytes` were checked against their checksum, and must outlive it.
  KeyPage(std::string_view bytes, std::uint64_t records, Form form);
  // Whether the bytes are as many as so many records take.
  bool has_its_size() const;
  // Whether keys ascend, and documents are some of so many. Only then anything else may be asked.
  bool can_be(DocId documents) const;

  std::uint64_t key(std::uint64_t record) const;
  DocId document(std::uint64_t record) const;
  // How many records have keys below `key`; with those that have it.
  std::uint64_t below(std::uint64_t key) const;
  std::uint64_t up_to(std::uint64_t key) const;
  // below(low) and up_to(high): what is asked for most has few records or none, and then the end is found at the begin.
  std::pair<std::uint64_t, std::uint64_t> range(std::uint64_t low, std::uint64_t high) const;
  // visit(key) of records [begin, end), in order: some 2 ns each.
  template <class Visit>
  void each_key(std::uint64_t begin, std::uint64_t end, Visit visit) const;

 private:
  std::uint64_t bits_at(std::uint64_t bit, unsigned bits) const;
  std::uint64_t upper_word(std::uint64_t word) const;
  // Of record `record`, whose 1 is bit `at` of the unary part.
  std::uint64_t key_at(std::uint64_t record, std::uint64_t at) const;
  // below() of a spaced one, and a bit of the unary part that is not behind that record's 1.
  struct Place {
    std::uint64_t record;
    std::uint64_t at;
  };
  Place place_of(std::uint64_t key) const;

  std::string_view bytes_;
  std::uint64_t records_;
  Form form_;
  std::uint64_t first_key_ = 0;  // without the bits that are cut
  unsigned cut_ = 0;
  unsigned key_bits_ = 0;  // of a packed or spaced key
  unsigned document_bits_ = 0;
  std::uint64_t upper_words_ = 0;  // of 64 bits, in unary
  std::uint64_t bits_begin_ = 0;   // bytes before what bits_at() reads
};

inline std::uint64_t KeyPage::bits_at(std::uint64_t bit, unsigned bits) const {
  std::uint64_t word;
  std::memcpy(&word, bytes_.data() + bits_begin_ + bit / 8, sizeof word);
  return word >> bit % 8 & ((std::uint64_t{1} << bits) - 1);
}

inline std::uint64_t KeyPage::upper_word(std::uint64_t word) const {
  std::uint64_t bits;
  std::memcpy(&bits, bytes_.data() + bits_begin_ - (upper_words_ - word) * sizeof bits, sizeof bits);
  return bits;
}

inline std::uint64_t KeyPage::key_at(std::uint64_t record, std::uint64_t at) const {
  return (first_key_ + ((at - record) << key_bits_ | bits_at(record * key_bits_, key_bits_))) << cut_;
}

template <class Visit>
void KeyPage::each_key(std::uint64_t begin, std::uint64_t end, Visit visit) const {
  if (form_ != Form::kSpaced) {
    for (std::uint64_t record = begin; record < end; ++record) visit(key(record));
    return;
  }
  std::uint64_t record = 0;
  for (std::uint64_t word = 0; word < upper_words_ && record < end; ++word) {
    std::uint64_t bits = upper_word(word);
    if (const auto ones = static_cast<std::uint64_t>(std::popcount(bits)); record + ones <= begin) {
      record += ones;
      continue;
    }
    for (; bits != 0 && record < end; bits &= bits - 1, ++record)
      if (record >= begin) visit(key_at(record, word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits))));
  }
}

}  // namespace textkin::archive
