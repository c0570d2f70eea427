// PlaceCode: where a piece stands, a document and a number in it, as one number that ascends in their order; and how
// many words it has, where pieces differ in that.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace textkin::engine::trim {

struct Place {
  std::uint32_t document = 0;  // a DocId or a rank
  std::uint32_t piece = 0;     // number of its first word, or of the unit

  bool operator==(const Place&) const = default;
};

class PlaceCode {
 public:
  // `documents` and `pieces`: how many at most; `most_words`: of a piece, 0 where its length is known.
  PlaceCode(std::uint64_t documents, std::uint64_t pieces, std::uint32_t most_words)
      : piece_bits_(width(pieces)), word_bits_(static_cast<unsigned>(std::bit_width(most_words))) {
    const unsigned used = width(documents) + piece_bits_;
    fits_ = used + word_bits_ <= 64;
    shift_ = used < 64 ? 64 - used : 0;
  }

  bool fits() const { return fits_; }

  // Ascends by document, then by piece; its top bits are spread over those of a key.
  std::uint64_t key(Place place) const {
    return (std::uint64_t{place.document} << piece_bits_ | place.piece) << shift_;
  }
  Place place_of_key(std::uint64_t key) const { return unpacked(key >> shift_); }

  // With the number of words.
  std::uint64_t pack(Place place, std::uint32_t words) const {
    return (std::uint64_t{place.document} << piece_bits_ | place.piece) << word_bits_ | (word_bits_ == 0 ? 0 : words);
  }
  Place place_of(std::uint64_t packed) const { return unpacked(packed >> word_bits_); }
  std::uint32_t words_of(std::uint64_t packed) const {
    return static_cast<std::uint32_t>(packed & ((std::uint64_t{1} << word_bits_) - 1));
  }
  // A number beside a count of words.
  std::uint64_t number_with(std::uint64_t number, std::uint64_t packed) const {
    return number << word_bits_ | words_of(packed);
  }
  std::uint64_t number_of(std::uint64_t numbered) const { return numbered >> word_bits_; }

 private:
  static unsigned width(std::uint64_t count) {
    return static_cast<unsigned>(std::bit_width(std::max<std::uint64_t>(count, 2) - 1));
  }
  Place unpacked(std::uint64_t code) const {
    return {static_cast<std::uint32_t>(code >> piece_bits_),
            static_cast<std::uint32_t>(code & ((std::uint64_t{1} << piece_bits_) - 1))};
  }

  unsigned piece_bits_;
  unsigned word_bits_;
  unsigned shift_ = 0;
  bool fits_ = true;
};

}  // namespace textkin::engine::trim
