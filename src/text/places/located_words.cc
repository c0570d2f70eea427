#include "text/places/located_words.h"

#include "base/ascii.h"
#include "hash/bytes.h"
#include "text/code/code_scanner.h"
#include "text/normalize/normalize_icu.h"
#include "text/unicode/char_class.h"
#include "text/unicode/look_alikes.h"
#include "text/unicode/utf8.h"
#include "textkin/word_weight.h"

namespace textkin::text {
namespace {

constexpr std::uint32_t kSoftHyphen = 0xAD;

// Default-ignorable characters that do not end a word.
constexpr bool is_invisible(std::uint32_t c) {
  return c == kSoftHyphen || (c >= 0x200B && c <= 0x200D) || c == 0x2060 || c == 0xFEFF || c == 0x034F || c == 0x180E;
}

constexpr bool is_hyphen(std::uint32_t c) { return c == '-' || c == 0x2010; }

constexpr bool is_line_space(std::uint32_t c) { return c == ' ' || c == '\t' || c == '\r' || c == 0xA0; }

// For the flags: scripts in which invisible characters are no orthography.
constexpr bool is_alphabetic_script(std::uint32_t c) { return c < 0x0530; }

// Of a character of a script without spaces, in kWordWeight parts of a word.
constexpr std::uint32_t solo_weight(std::uint32_t c) {
  const bool kana = (c >= 0x3041 && c <= 0x3100) || (c >= 0x31F0 && c < 0x3200) || (c >= 0xFF66 && c < 0xFFA0);
  const bool yi = c >= 0xA000 && c < 0xA4D0;
  const bool of_an_alphabet = c < 0x2E80 || (c >= 0xA980 && c < 0xAC00);
  if (kana) return kWordWeight / 3;
  if (yi) return kWordWeight / 2;
  return of_an_alphabet ? kWordWeight / 5 : kWordWeight * 2 / 3;
}

// Where a text goes on behind `hyphen`, if it ends its line and a word character follows on the next: bytes and code
// points to leave out. None: {0, 0}.
struct Skip {
  std::size_t bytes = 0;
  std::uint32_t characters = 0;
};

Skip line_break_behind(std::string_view text, std::size_t at, const std::uint8_t* flags) {
  Skip skip;
  bool line_end = false;
  const char* const end = text.data() + text.size();
  while (at + skip.bytes < text.size()) {
    const CodePoint c = decode(text.data() + at + skip.bytes, end);
    if (c.value == '\n' && !line_end) {
      line_end = true;
    } else if (!is_line_space(c.value)) {
      const bool goes_on = line_end && (flags[c.value] & kWordChar) != 0 && (flags[c.value] & kSoloChar) == 0;
      return goes_on ? skip : Skip();
    }
    skip.bytes += c.length;
    ++skip.characters;
  }
  return {};
}

}  // namespace

// The word at hand: its bytes without what does not show are in word_.
struct WordLocator::Scan {
  LocatedWord word;
  bool open = false;
  std::uint32_t weight = kWordWeight;
  bool ascii = true;
  bool invisible = false;  // seen since the last letter
  bool latin = false;
  bool foreign = false;  // Greek or Cyrillic
};

WordLocator::WordLocator(const WordKind& kind) : kind_(kind), flags_(char_flags()), normalizer_(make_nfkc_casefold()) {}

void WordLocator::finish(Scan& scan, std::vector<LocatedWord>& out) {
  if (!scan.open) return;
  if (scan.latin && scan.foreign) {
    std::string latin;
    const char* const end = word_.data() + word_.size();
    for (const char* p = word_.data(); p < end;) {
      const CodePoint c = decode(p, end);
      const char look_alike = latin_look_alike(c.value);
      if (look_alike != '\0')
        latin += look_alike;
      else
        latin.append(p, c.length);
      scan.word.look_alike |= look_alike != '\0';
      p += c.length;
    }
    word_ = latin;
  }
  if (scan.ascii) {
    for (char& c : word_) c = base::to_lower(c);
    scan.word.hash = hash::hash_bytes(kind_.key, word_.data(), word_.size());
  } else {
    normalizer_->apply(word_, folded_);
    scan.word.hash = hash::hash_bytes(kind_.key, folded_.data(), folded_.size());
  }
  scan.word.hash = scan.weight == kWordWeight ? whole_word(scan.word.hash) : light_word(scan.word.hash, scan.weight);
  out.push_back(scan.word);
  word_.clear();
  scan = Scan();
}

void WordLocator::locate_code(std::string_view text, std::vector<LocatedWord>& out) const {
  const char* const data = text.data();
  std::size_t byte = 0;
  std::uint32_t character = 0;
  const auto character_at = [&](std::size_t place) {
    for (; byte < place; ++character) byte += decode(data + byte, data + text.size()).length;
    return character;
  };
  const auto take = [&](std::string_view token, std::size_t begin, std::size_t end) {
    LocatedWord word{.hash = whole_word(hash::hash_bytes(kind_.key, token.data(), token.size()))};
    word.begin = character_at(begin);
    word.end = character_at(end);
    out.push_back(word);
  };
  CodeScanner(*kind_.code, text, take).scan();
}

void WordLocator::locate(std::string_view text, std::vector<LocatedWord>& out) {
  out.clear();
  if (kind_.code != nullptr) {
    locate_code(text, out);
    return;
  }
  Scan scan;
  const char* const end = text.data() + text.size();
  std::uint32_t at = 0;  // code points
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode(text.data() + i, end);
    const std::uint8_t flags = flags_[c.value];
    if ((flags & kWordChar) != 0 && !is_invisible(c.value)) {
      if ((flags & kSoloChar) != 0) finish(scan, out);
      if ((flags & kSoloChar) != 0) scan.weight = solo_weight(c.value);
      if (!scan.open) scan.word.begin = at;
      scan.open = true;
      scan.word.hidden |= scan.invisible && is_alphabetic_script(c.value);
      scan.invisible = false;
      scan.ascii &= c.length == 1;
      scan.latin |= is_latin_letter(c.value);
      scan.foreign |= is_greek_or_cyrillic(c.value);
      word_.append(text.data() + i, c.length);
      scan.word.end = at + 1;
      if ((flags & kSoloChar) != 0) finish(scan, out);
    } else if (scan.open && (is_hyphen(c.value) || is_invisible(c.value))) {
      const bool hyphen = is_hyphen(c.value) || c.value == kSoftHyphen;
      const Skip skip = hyphen ? line_break_behind(text, i + c.length, flags_) : Skip();
      if (is_invisible(c.value))
        scan.invisible |= skip.bytes == 0;
      else if (skip.bytes == 0)
        finish(scan, out);
      i += skip.bytes;
      at += skip.characters;
    } else {
      finish(scan, out);
    }
    i += c.length;
    ++at;
  }
  finish(scan, out);
}

}  // namespace textkin::text
