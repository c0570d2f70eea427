#include "text/places/folded_spelling.h"

#include <array>
#include <new>
#include <string_view>

#include "base/utf8.h"
#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"
#include "unicode/normalizer2.h"
#include "unicode/unistr.h"

namespace textkin::text {
namespace {

constexpr std::uint32_t kTatweel = 0x640;
constexpr std::uint32_t kYeh = 0x64A;
constexpr std::uint32_t kKaf = 0x643;
constexpr std::uint32_t kDotAbove = 0x307;

constexpr bool is_greek(std::uint32_t c) { return (c >= 0x370 && c < 0x400) || (c >= 0x1F00 && c < 0x2000); }

constexpr bool goes_if_mark(std::uint32_t c) {
  return (c >= 0x591 && c <= 0x5C7) || (c >= 0x64B && c <= 0x65F) || c == 0x670 || (c >= 0x6D6 && c <= 0x6ED);
}

// What is made of each letter of two bytes, and of those of polytonic Greek.
class Letters {
 public:
  Letters() {
    UErrorCode error = U_ZERO_ERROR;
    const icu::Normalizer2* const apart = icu::Normalizer2::getNFDInstance(error);
    if (U_FAILURE(error)) throw std::bad_alloc();
    for (std::uint32_t i = 0; i < letters_.size(); ++i) {
      const std::uint32_t c = character(i);
      icu::UnicodeString parts;
      const bool has = is_greek(c) && apart->getDecomposition(static_cast<UChar32>(c), parts) != 0;
      const std::uint32_t first = has ? static_cast<std::uint32_t>(parts.char32At(0)) : c;
      letters_[i] = static_cast<std::uint16_t>(is_greek(first) ? first : c);
    }
    letters_[0x649] = letters_[0x6CC] = kYeh;
    letters_[0x6A9] = kKaf;
    for (std::uint32_t c = 0; c < kTwoBytes; ++c)
      changes_[c] = letters_[c] != c || c == kTatweel || goes_if_mark(c) || (c >= 0x300 && c < 0x370);
  }
  std::uint32_t operator()(std::uint32_t c) const {
    if (c < kTwoBytes) return letters_[c];
    return is_greek(c) ? letters_[c - 0x1F00 + kTwoBytes] : c;
  }
  // Whether a character of the word may go or become another.
  bool may_change(std::string_view word) const {
    bool may = false;
    for (std::size_t i = 0; i < word.size();) {
      const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(word[at]); };
      const unsigned char lead = byte(i);
      if (lead >= 0xC2 && lead < 0xE0 && i + 1 < word.size())
        may |= changes_[(lead & 0x1Fu) << 6 | (byte(i + 1) & 0x3Fu)];
      else
        may |= lead == 0xE1;
      i += lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    }
    return may;
  }

 private:
  static constexpr std::uint32_t kTwoBytes = 0x800;
  static std::uint32_t character(std::uint32_t i) { return i < kTwoBytes ? i : i - kTwoBytes + 0x1F00; }
  std::array<std::uint16_t, kTwoBytes + 0x100> letters_;
  std::array<bool, kTwoBytes> changes_;
};

}  // namespace

void fold_spelling(ByteBuffer& word) {
  static const Letters letters;
  if (!letters.may_change(word.view())) return;
  static const std::uint8_t* const flags = char_flags();
  const char* const end = word.end();
  char* write = word.data();
  std::uint32_t before = 0;  // the last that is no mark
  for (const char* p = word.data(); p < end;) {
    const CodePoint c = decode(p, end);
    p += c.length;
    const bool mark = (flags[c.value] & kMarkChar) != 0;
    if (c.value == kTatweel || (mark && (is_greek(before) || goes_if_mark(c.value)))) continue;
    if (c.value == kDotAbove && before == 'i') continue;
    const std::uint32_t letter = letters(c.value);
    write += base::encode_utf8(letter, write);
    if (!mark) before = letter;
  }
  if (write > word.data()) word.set_size(static_cast<std::size_t>(write - word.data()));
}

}  // namespace textkin::text
