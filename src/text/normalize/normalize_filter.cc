#include "text/normalize/normalize_filter.h"

#include <algorithm>

#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"
#include "text/unicode/word_scan.h"

namespace textkin::text {
namespace {

class None : public Normalizer {
 public:
  AsciiEffect ascii_effect() const override { return AsciiEffect::kNothing; }
  void apply(std::string_view text, ByteBuffer& out) override {
    out.clear();
    out.append(text);
  }
};

class AsciiLower : public Normalizer {
 public:
  AsciiEffect ascii_effect() const override { return AsciiEffect::kLowers; }
  bool lowers_ascii_only() const override { return true; }
  void apply(std::string_view text, ByteBuffer& out) override {
    out.clear();
    char* copy = out.reserve(text.size());
    std::size_t i = 0;
    while (i < text.size()) {
      i += copy_ascii(text.data() + i, text.size() - i, true, copy + i);
      for (; i < text.size() && static_cast<unsigned char>(text[i]) >= 0x80; ++i) copy[i] = text[i];
    }
    out.set_size(text.size());
  }
};

// Signs that part words as a space does elsewhere: of Ethiopic and Tibetan, and of old scripts.
constexpr bool parts_words(std::uint32_t c) {
  return (c >= 0x1361 && c <= 0x1368) || (c >= 0xF0B && c <= 0xF14) || (c >= 0x16EB && c <= 0x16ED) ||
         (c >= 0x10100 && c <= 0x10102) || c == 0x1039F || c == 0x103D0 || c == 0x1091F ||
         (c >= 0x12470 && c <= 0x12474);
}

// Drops the characters with `flag`; of punctuation that parts words a space is left.
template <CharFlag flag>
class Strip : public Normalizer {
 public:
  AsciiEffect ascii_effect() const override { return AsciiEffect::kEdits; }
  void apply(std::string_view text, ByteBuffer& out) override {
    out.clear();
    char* write = out.reserve(text.size());
    const char* end = text.data() + text.size();
    for (const char* p = text.data(); p < end;) {
      const auto byte = static_cast<unsigned char>(*p);
      if (byte < 0x80) {  // stored in any case, so that what is dropped need not be predicted
        *write = *p++;
        write += (flags_[byte] & flag) == 0;
        continue;
      }
      const CodePoint c = decode(p, end);
      if ((flags_[c.value] & flag) == 0)
        write = std::copy_n(p, c.length, write);
      else if (flag == kPunctuationChar && parts_words(c.value))
        *write++ = ' ';
      p += c.length;
    }
    out.set_size(static_cast<std::size_t>(write - out.data()));
  }

 private:
  const std::uint8_t* flags_ = char_flags();
};

class CollapseSpace : public Normalizer {
 public:
  AsciiEffect ascii_effect() const override { return AsciiEffect::kEdits; }
  void apply(std::string_view text, ByteBuffer& out) override {
    out.clear();
    char* write = out.reserve(text.size());
    const char* end = text.data() + text.size();
    bool in_run = true;  // nothing is written for a run at the start
    for (const char* p = text.data(); p < end;) {
      const auto byte = static_cast<unsigned char>(*p);
      const CodePoint c = byte < 0x80 ? CodePoint{byte, 1} : decode(p, end);
      const bool is_space = (flags_[c.value] & kSpaceChar) != 0;
      if (is_space) {
        *write = ' ';
        write += !in_run;
      } else {
        write = std::copy_n(p, c.length, write);
      }
      in_run = is_space;
      p += c.length;
    }
    if (in_run && write > out.data()) --write;
    out.set_size(static_cast<std::size_t>(write - out.data()));
  }

 private:
  const std::uint8_t* flags_ = char_flags();
};

}  // namespace

std::unique_ptr<Normalizer> make_ascii_lower() { return std::make_unique<AsciiLower>(); }
std::unique_ptr<Normalizer> make_none() { return std::make_unique<None>(); }
std::unique_ptr<Normalizer> make_strip_punctuation() { return std::make_unique<Strip<kPunctuationChar>>(); }
std::unique_ptr<Normalizer> make_strip_space() { return std::make_unique<Strip<kSpaceChar>>(); }
std::unique_ptr<Normalizer> make_collapse_space() { return std::make_unique<CollapseSpace>(); }

}  // namespace textkin::text
