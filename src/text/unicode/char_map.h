// CharMap: the characters that a normaliser may take one by one, and the loop that sends only the rest to ICU.
//
// Promise: `apply` gives what one call of the slow way for the whole text would give. Why it may cut: a character with
// a normalisation boundary before it (UAX 15, section 9) neither changes what stands before it nor depends on it. A
// character is `simple` if it has that boundary and its own normal form is one character of the Basic Multilingual
// Plane (which for a form that drops characters must have that boundary itself); ASCII is simple in every form. A
// simple character followed by another simple one is thus normalised by itself, by one look-up. A character that is not
// simple goes to the slow way together with the simple one before it, which it may change, and up to the next simple
// one. Of those, too, two kinds are taken one by one: a character with a boundary before it whose form is several
// (`\u00DF`, `\u2026`), and what joins the simple one before it without changing it: marks that take part in no
// composition, where they stand in the order of their classes, and what the form drops. Whatever else joins behind one
// of them is left to the slow way.
// Cost: 0.5 to 1 ns a byte with AVX-512, twice that with AVX2; ASCII at the speed of copying. Where characters that are
// not simple come in crowds, the slow way is given longer and longer stretches, as a call costs it as much as 50 bytes.
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
  // `slow(text, out)` appends the normal form of `text` to `out`. `mark_class(c)`: if c is a mark with which no
  // character is ever made one, the combining class by which such marks are put in order, else 0. `any_length`: whether
  // a boundary before the next character is all that forms of several characters and of none need.
  template <class StartsPiece, class EndsPiece, class Slow, class MarkClass>
  CharMap(StartsPiece&& starts_piece, EndsPiece&& ends_piece, Slow&& slow, MarkClass&& mark_class, bool any_length)
      : entries_(kPlane) {
    ByteBuffer form;
    for (std::uint32_t c = 0x80; c < kPlane; ++c) {
      if (c >= 0xD800 && c < 0xE000) continue;
      char bytes[4];
      const std::size_t length = base::encode_utf8(c, bytes);
      form.clear();
      slow(std::string_view(bytes, length), form);
      const bool starts = starts_piece(c);
      if (form.size() == 0) {
        if (any_length) entries_[c] = kJoins | add_long(form.view());
        continue;
      }
      const CodePoint first = decode(form.data(), form.end());
      if (first.length == form.size() && first.value < kPlane) {
        if (starts && ends_piece(first.value)) entries_[c] = first.value;
        const std::uint32_t mark = starts || first.value != c ? 0 : mark_class(c);
        if (mark != 0) entries_[c] = c | kJoins | mark << kClassShift;
      } else if (any_length && starts && form.size() <= std::min(2 * length, sizeof LongForm::bytes)) {
        entries_[c] = add_long(form.view());
      }
    }
    kinds_ = kinds_of(entries_.data());
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
  static constexpr std::uint32_t kAscii = 0x40000;  // of an entry that is in no table
  static constexpr std::size_t kShortest = 32;
  static constexpr std::size_t kLongest = 4096;
  // ICU counts in 32 bits, and a form may make 18 bytes of one: a longer run without a simple character is cut.
  static constexpr std::size_t kCut = std::size_t{64} << 20;

  // Of ASCII itself; 0 beyond the plane.
  std::uint32_t entry(CodePoint c) const {
    if (c.value < 0x80) return c.value | kAscii;
    return c.value < kPlane ? entries_[c.value] : 0;
  }
  CharForms forms() const { return {entries_.data(), longer_.data(), &kinds_}; }
  static bool joins(std::uint32_t entry) { return (entry & kJoins) != 0; }
  bool starts_piece(CodePoint c) const { return entry(c) != 0 && !joins(entry(c)); }

  std::uint32_t add_long(std::string_view form) {
    LongForm& added = longer_.emplace_back();
    form.copy(added.bytes, sizeof added.bytes);
    added.size = static_cast<std::uint8_t>(form.size());
    return kLongForm | static_cast<std::uint32_t>(longer_.size() - 1);
  }

  std::size_t write_form(std::uint32_t entry, bool lower, char* write) const {
    if ((entry & kAscii) != 0) {
      const auto c = static_cast<char>(entry & 0x7F);
      *write = lower && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c;
      return 1;
    }
    return text::write_form(forms(), entry, write);
  }

  // Appends forms from `at` on and moves `at` behind their characters. Where it stops before the end, the form of the
  // last piece is taken back, and its place returned: the slow way starts there.
  std::size_t copy_simple(std::string_view text, std::size_t& at, bool lower, ByteBuffer& out) const {
    const char* const end = text.data() + text.size();
    const char* p = text.data() + at;
    char* write = out.reserve(2 * (text.size() - at));
    const char* last = p;
    char* last_write = write;
    Closing closed = kClosed;  // what is before p
    const char* next_try = p;
    while (p < end) {
      if (p >= next_try) {
        const Copied many = copy_forms(p, static_cast<std::size_t>(end - p), forms(), lower, write);
        p += many.read;
        write += many.written;
        next_try = p + 64;  // what stopped it is before that
        if (many.read > 0) {
          last = character_before(p);
          char form[8];
          std::uint32_t before = entry(decode(last, end));
          closed = closing_of(before);
          last_write = write - write_form(before, lower, form);
          while (joins(before)) {
            last = character_before(last);
            before = entry(decode(last, end));
            last_write -= write_form(before, lower, form);
          }
          continue;
        }
      }
      if (static_cast<unsigned char>(*p) < 0x80 && starts_ascii_run(p, end)) {
        const std::size_t run = copy_ascii(p, static_cast<std::size_t>(end - p), lower, write);
        p += run;
        write += run;
        last = p - 1;
        last_write = write - 1;
        closed = kOpen;
        continue;
      }
      const CodePoint c = decode(p, end);
      const std::uint32_t found = entry(c);
      if (found == 0 || (joins(found) && !may_join(found, closed))) break;
      if (!joins(found)) {
        last = p;
        last_write = write;
      }
      closed = closing_of(found);
      p += c.length;
      write += write_form(found, lower, write);
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
      if (starts_piece(c)) break;
      p += c.length;
    }
    return static_cast<std::size_t>(p - text.data());
  }

  std::vector<std::uint32_t> entries_;  // of each character of the plane (char_scan.h)
  std::vector<LongForm> longer_;
  CharKinds kinds_;
};

}  // namespace textkin::text
