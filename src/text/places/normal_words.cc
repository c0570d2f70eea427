#include "text/places/normal_words.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "hash/bytes.h"
#include "text/places/cluster_end.h"
#include "text/unicode/char_class.h"
#include "text/unicode/utf8.h"
#include "unicode/uchar.h"

namespace textkin::text {
namespace {

constexpr std::size_t kMostBytesOfOne = 1u << 16;

bool does_not_show(std::uint32_t c) {
  return c >= 0x80 && u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
}

// Behind the invisible characters at `at`; `at` where there are none.
std::size_t behind_hidden(std::string_view text, std::size_t at) {
  const char* const end = text.data() + text.size();
  while (at < text.size()) {
    const CodePoint c = decode(text.data() + at, end);
    if (!does_not_show(c.value)) break;
    at += c.length;
  }
  return at;
}

}  // namespace

NormalWords::NormalWords(std::vector<std::unique_ptr<Normalizer>> normalizers, const hash::Key& key)
    : normalizers_(std::move(normalizers)), key_(key), of_ascii_(OfAscii::kNothing), flags_(char_flags()) {
  for (const auto& normalizer : normalizers_) {
    const AsciiEffect effect = normalizer->ascii_effect();
    if (effect == AsciiEffect::kNothing) continue;
    of_ascii_ = effect == AsciiEffect::kLowers ? std::max(of_ascii_, OfAscii::kLowers) : OfAscii::kMore;
    if (of_ascii_ == OfAscii::kMore) return;
  }
}

std::uint8_t NormalWords::kind_of_sign(std::uint32_t c) {
  Sign& sign = signs_[c % signs_.size()];
  if (sign.character == c) return sign.kind;
  char bytes[4];
  const std::string_view form = normalize_all(normalizers_, {bytes, base::encode_utf8(c, bytes)}, buffers_);
  sign = {c, 0};
  const char* const end = form.data() + form.size();
  for (const char* p = form.data(); p < end;) {
    const CodePoint made = decode(p, end);
    sign.kind |= flags_[made.value] & (kWordChar | kSoloChar);
    p += made.length;
  }
  return sign.kind;
}

std::uint8_t NormalWords::kind_of(std::uint32_t c) {
  const std::uint8_t flags = flags_[c];
  if ((flags & kWordChar) != 0) return flags & ((flags & kExtendsChar) != 0 ? kWordChar : kWordChar | kSoloChar);
  if (c < 0x80 || (flags & (kPunctuationChar | kSpaceChar | kUnseenChar)) != 0) return 0;
  return kind_of_sign(c);
}

// Of the word at `begin`, whose first character is one of a word of many; `ascii`: all of it is.
std::size_t NormalWords::end_of_word(std::string_view text, std::size_t begin, bool& ascii) {
  const char* const end = text.data() + text.size();
  ascii = true;
  for (std::size_t at = begin;;) {
    if (at == text.size() || at - begin >= kMostBytesOfOne) return at;
    const CodePoint c = decode(text.data() + at, end);
    const std::uint8_t kind = kind_of(c.value);
    if ((kind & kSoloChar) != 0) return at;
    if (kind == 0) {
      const std::size_t behind = behind_hidden(text, at);
      if (behind == at || behind == text.size()) return at;
      const CodePoint next = decode(text.data() + behind, end);
      if (kind_of(next.value) != kWordChar) return at;
      ascii = false;
      at = behind;
      continue;
    }
    ascii &= c.length == 1;
    at += c.length;
  }
}

void NormalWords::take(std::string_view text, std::size_t begin, std::size_t end, bool ascii,
                       std::vector<NormalWord>& out) {
  std::string_view word = text.substr(begin, end - begin);
  if (!ascii || of_ascii_ == OfAscii::kMore) {
    word = normalize_all(normalizers_, word, buffers_);
    if (word.empty()) return;
  } else if (of_ascii_ == OfAscii::kLowers) {
    lowered_.resize(word.size());
    std::ranges::transform(word, lowered_.begin(), [](char c) { return base::to_lower(c); });
    word = lowered_;
  }
  out.push_back({.hash = hash::hash_bytes(key_, word.data(), word.size()),
                 .begin = static_cast<std::uint32_t>(begin),
                 .end = static_cast<std::uint32_t>(end),
                 .size = static_cast<std::uint32_t>(word.size())});
}

void NormalWords::append(std::string_view text, std::vector<NormalWord>& out) {
  const char* const end = text.data() + text.size();
  for (std::size_t at = 0; at < text.size();) {
    if (of_ascii_ == OfAscii::kLowers && static_cast<unsigned char>(text[at]) < 0x80) {
      if (const std::size_t stretch = plain_.scan(key_, text.substr(at)); stretch > 0) {
        for (std::size_t word = 0; word < plain_.size(); ++word)
          out.push_back({.hash = plain_.hash(word),
                         .begin = static_cast<std::uint32_t>(at + plain_.begin(word)),
                         .end = static_cast<std::uint32_t>(at + plain_.end(word)),
                         .size = plain_.end(word) - plain_.begin(word)});
        at += stretch;
        continue;
      }
    }
    const CodePoint c = decode(text.data() + at, end);
    const std::uint8_t kind = kind_of(c.value);
    if (kind == 0 || (flags_[c.value] & kExtendsChar) != 0) {
      at += c.length;
      continue;
    }
    bool ascii = false;
    const std::size_t behind = (kind & kSoloChar) != 0 ? cluster_end(text, at + c.length, kMostBytesOfOne, flags_)
                                                       : end_of_word(text, at, ascii);
    take(text, at, behind, ascii, out);
    at = behind;
  }
}

bool NormalWords::same(std::string_view a, std::string_view b) {
  if (a == b) return true;
  lowered_ = normalize_all(normalizers_, a, buffers_);
  return lowered_ == normalize_all(normalizers_, b, buffers_);
}

}  // namespace textkin::text
