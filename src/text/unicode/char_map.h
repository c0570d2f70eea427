// CharMap: the characters that a normaliser may take one by one, and the loop that sends only the rest to ICU.
//
// Promise: `apply` gives what one call of the slow way for the whole text would give. Why it may cut: a character with
// a normalisation boundary before it (UAX 15, section 9) neither changes what stands before it nor depends on it. A
// character is `simple` if it has that boundary and its own normal form is one character of the Basic Multilingual
// Plane (which for a form that drops characters must have that boundary itself); ASCII is simple in every form. A
// simple character followed by another simple one is thus normalised by itself, by one look-up. A character that is not
// simple goes to the slow way together with the simple one before it, which it may change, and up to the next simple
// one.
// Cost: COST a character; ASCII at the speed of copying. Where characters that are not simple come in crowds, the
// slow way is given longer and longer stretches, as a call costs it as much as 50 bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "text/unicode/byte_buffer.h"
#include "text/unicode/char_scan.h"
#include "text/unicode/utf8.h"
#include "text/unicode/word_scan.h"

namespace textkin::text {

class CharMap {
 public:
  // `starts_piece(c)`: whether c has a boundary before it; `ends_piece(m)`: whether m, the form of c, has one.
  // `slow(text, out)` appends the normal form of `text` to `out`.
  template <class StartsPiece, class EndsPiece, class Slow>
  CharMap(StartsPiece&& starts_piece, EndsPiece&& ends_piece, Slow&& slow) : form_of_(kPlane + kTablePadding) {
    ByteBuffer form;
    for (std::uint32_t c = 0x80; c < kPlane; ++c) {
      if ((c >= 0xD800 && c < 0xE000) || !starts_piece(c)) continue;
      char bytes[4];
      form.clear();
      slow(std::string_view(bytes, base::encode_utf8(c, bytes)), form);
      if (form.size() == 0) continue;
      const CodePoint only = decode(form.data(), form.end());
      if (only.length == form.size() && only.value < kPlane && ends_piece(only.value))
        form_of_[c] = static_cast<std::uint16_t>(only.value);
    }
  }

  // Replaces `out` by the normal form of `text`; `lower`: the form makes A-Z a-z.
  template <class Slow>
  void apply(std::string_view text, bool lower, ByteBuffer& out, Slow&& slow) const {
    out.clear();
    std::size_t at = 0;
    std::size_t stretch = kShortest / 2;  // so that the first one is of kShortest
    std::size_t last_end = 0;
    while (at < text.size()) {
      const std::size_t before = copy_simple(text, at, lower, out);
      if (at == text.size()) return;
      stretch = at - last_end < stretch ? std::min(2 * stretch, kLongest) : kShortest;
      last_end = stretch_end(text, at, stretch);
      slow(text.substr(before, last_end - before), out);
      at = last_end;
    }
  }

 private:
  static constexpr std::uint32_t kPlane = 0x10000;
  static constexpr std::size_t kShortest = 32;
  static constexpr std::size_t kLongest = 4096;
  // ICU counts in 32 bits, and a form may make 18 bytes of one: a longer run without a simple character is cut.
  static constexpr std::size_t kCut = std::size_t{64} << 20;

  bool is_simple(CodePoint c) const { return c.value < 0x80 || (c.value < kPlane && form_of_[c.value] != 0); }

  // Appends the forms of simple characters from `at` on and moves `at` behind them. Where it stops before the end, the
  // form of the last one is taken back, and its place returned: the slow way starts there.
  std::size_t copy_simple(std::string_view text, std::size_t& at, bool lower, ByteBuffer& out) const {
    const char* const end = text.data() + text.size();
    const char* p = text.data() + at;
    char* write = out.reserve(2 * (text.size() - at));  // two bytes may become three
    const char* last = p;
    char* last_write = write;
    const char* next_try = p;  // what stops the kernel is in the 64 bytes where it stopped
    while (p < end) {
      if (p >= next_try) {
        const Copied many = copy_forms(p, static_cast<std::size_t>(end - p), form_of_.data(), lower, write);
        p += many.read;
        write += many.written;
        next_try = p + 64;
        if (many.read > 0) {
          last = character_before(p);
          last_write += character_before(write) - last_write;
          continue;
        }
      }
      if (static_cast<unsigned char>(*p) < 0x80 && starts_ascii_run(p, end)) {
        const std::size_t run = copy_ascii(p, static_cast<std::size_t>(end - p), lower, write);
        p += run;
        write += run;
        last = p - 1;
        last_write = write - 1;
        continue;
      }
      const CodePoint c = decode(p, end);
      if (!is_simple(c)) break;
      last = p;
      last_write = write;
      p += c.length;
      if (c.value < 0x80) {
        *write++ = static_cast<char>(lower && c.value >= 'A' && c.value <= 'Z' ? c.value + 0x20 : c.value);
      } else {
        write += base::encode_utf8(form_of_[c.value], write);
      }
    }
    at = static_cast<std::size_t>(p - text.data());
    out.set_size(static_cast<std::size_t>((p < end ? last_write : write) - out.data()));
    return static_cast<std::size_t>(last - text.data());
  }

  static bool starts_ascii_run(const char* p, const char* end) {
    std::uint64_t words[2];
    if (end - p < static_cast<std::ptrdiff_t>(sizeof words)) return false;
    std::memcpy(words, p, sizeof words);
    return ((words[0] | words[1]) & 0x8080808080808080ull) == 0;
  }

  static const char* character_before(const char* p) {
    do {
      --p;
    } while (base::continues_character(*p));
    return p;
  }

  // The first simple character that is at least `stretch` bytes behind `at`, or the end.
  std::size_t stretch_end(std::string_view text, std::size_t at, std::size_t stretch) const {
    if (text.size() - at <= stretch) return text.size();
    const char* const end = text.data() + text.size();
    const char* p = text.data() + std::max(at + 1, code_point_start(text.data(), at + stretch));
    while (p < end && p - text.data() < static_cast<std::ptrdiff_t>(at + kCut)) {
      const CodePoint c = decode(p, end);
      if (is_simple(c)) break;
      p += c.length;
    }
    return static_cast<std::size_t>(p - text.data());
  }

  std::vector<std::uint16_t> form_of_;  // of each character of the plane; 0: not simple
};

}  // namespace textkin::text
