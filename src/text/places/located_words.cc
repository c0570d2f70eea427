#include "text/places/located_words.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"
#include "hash/bytes.h"
#include "text/code/code_scanner.h"
#include "text/normalize/normalize_icu.h"
#include "text/places/cluster_end.h"
#include "text/places/folded_spelling.h"
#include "text/unicode/char_class.h"
#include "text/unicode/fillers.h"
#include "text/unicode/formulas.h"
#include "text/unicode/look_alikes.h"
#include "text/unicode/utf8.h"
#include "textkin/word_weight.h"

namespace textkin::text {
namespace {

constexpr std::uint32_t kSoftHyphen = 0xAD;  // what hyphenators put between syllables: it hides nothing

constexpr bool is_hyphen(std::uint32_t c) { return c == '-' || c == 0x2010; }

constexpr bool is_line_space(std::uint32_t c) { return c == ' ' || c == '\t' || c == '\r' || c == 0xA0; }

// For the flags: scripts in which invisible characters are no orthography.
constexpr bool is_alphabetic_script(std::uint32_t c) { return c < 0x0530; }

constexpr std::uint32_t kDotless = 0x131;

// Letters of Uzbek, Ukrainian and Hawaiian that many write as an apostrophe, which ends a word.
constexpr bool is_apostrophe(std::uint32_t c) { return c == 0x2BB || c == 0x2BC; }

constexpr std::size_t kFewestSpaced = 4;  // letters; fewer are initials

// Bytes of a word, which a text without a space would be as a whole; it is some letters less where the last is longer.
// By NFKC they become eleven times as many at most.
constexpr std::size_t kLongestWord = 1u << 16;

// Letters of Turkish, Azerbaijani and Tatar beside which a dotless i is at home.
constexpr bool is_turkic(std::uint32_t c) {
  return c == 0x11E || c == 0x11F || c == 0x130 || c == 0x15E || c == 0x15F || c == 0x259 || c == 0x18F;
}

// Letters of a word that is written with a space between any two, from `at` on, which is no word's inside; 0: there is
// none. Of the longest word at most: all of a text may be such letters.
std::size_t spaced_letters(std::string_view text, std::size_t at, const std::uint8_t* flags) {
  const auto is_alone = [&](std::size_t i) {  // an ASCII letter with no other behind it
    if (i >= text.size() || base::to_lower(text[i]) < 'a' || base::to_lower(text[i]) > 'z') return false;
    if (i + 1 == text.size() || text[i + 1] == ' ') return true;
    const CodePoint next = decode(text.data() + i + 1, text.data() + text.size());
    return (flags[next.value] & (kWordChar | kUnseenChar)) == 0;
  };
  if (!is_alone(at) || at + 1 == text.size() || text[at + 1] != ' ') return 0;
  std::size_t before = at;
  while (before > 0) {
    --before;
    if ((static_cast<unsigned char>(text[before]) & 0xC0) != 0x80) break;
  }
  if (before < at) {
    const CodePoint last = decode(text.data() + before, text.data() + text.size());
    if ((flags[last.value] & (kWordChar | kUnseenChar)) != 0) return 0;
  }
  std::size_t letters = 0;
  while (letters < kLongestWord && is_alone(at)) {
    ++letters;
    if (at + 1 >= text.size() || text[at + 1] != ' ') break;
    at += 2;
  }
  return letters >= kFewestSpaced ? letters : 0;
}

void fold_dotless(std::string& word) {
  for (std::size_t at = 0; (at = word.find("\xC4\xB1", at)) != std::string::npos; ++at) word.replace(at, 2, "i");
}

// Digits that stand for letters among letters: of a word of two letters or more whose digits all may.
void fold_digits(std::string& word) {
  constexpr std::string_view kLetters = "oi.eas.t..";
  std::size_t digits = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') continue;
    if (kLetters[static_cast<std::size_t>(c - '0')] == '.') return;
    ++digits;
  }
  if (digits == 0 || word.size() - digits < 2) return;
  for (char& c : word)
    if (c >= '0' && c <= '9') c = kLetters[static_cast<std::size_t>(c - '0')];
}

// Of a character of a script without spaces, in kWordWeight parts of a word.
constexpr std::uint32_t solo_weight(std::uint32_t c) {
  const bool kana = (c >= 0x3041 && c <= 0x3100) || (c >= 0x31F0 && c < 0x3200) || (c >= 0xFF66 && c < 0xFFA0);
  const bool yi = c >= 0xA000 && c < 0xA4D0;
  const bool of_an_alphabet = c < 0x2E80 || (c >= 0xA980 && c < 0xAC00);
  if (kana) return kWordWeight / 3;
  if (yi) return kWordWeight / 2;
  return of_an_alphabet ? kWordWeight / 5 : kWordWeight * 2 / 3;
}

// A character that is a word of its own, and begins one.
constexpr bool begins_solo(std::uint8_t flags) {
  return (flags & (kSoloChar | kExtendsChar | kUnseenChar)) == kSoloChar;
}

// Letters of Thai, kana and Han that NFKC with case folding leaves as they are, which is most of such texts.
constexpr bool is_own_form(std::uint32_t c) {
  return (c >= 0x4E00 && c < 0xA000) || (c >= 0x3041 && c <= 0x3096) || (c >= 0x30A1 && c <= 0x30FA) ||
         (c >= 0xE01 && c <= 0xE2E) || (c >= 0xE40 && c <= 0xE46);
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
  bool ascii = true;
  bool invisible = false;  // seen since the last letter
  bool latin = false;
  bool digit = false;
  bool folds = false;    // may be spelled otherwise (folded_spelling.h)
  bool foreign = false;  // Greek, Cyrillic or Armenian
  Dress dress;
};

WordLocator::WordLocator(const WordKind& kind) : kind_(kind), flags_(char_flags()), normalizer_(make_nfkc_casefold()) {
  for (std::size_t c = 0; c < ascii_.size(); ++c) {
    const bool upper = c >= 'A' && c <= 'Z';
    ascii_[c] = (flags_[c] & kWordChar) == 0 ? kBetween : c <= '9' ? kDigit : upper ? kUpper : kLower;
  }
}

void WordLocator::flag_unusual(std::string_view text, std::vector<LocatedWord>& words) {
  dressed_.flag(text, solo_, words);
  for (const auto& [number, hash] : swapped_.finish(words.size())) {
    words[number].hash = hash;
    words[number].look_alike = true;
  }
}

void WordLocator::note_script(const Scan& scan, std::size_t number) {
  if (scan.latin) return swapped_.meet_latin();
  if (scan.ascii) return;  // a number
  const std::string latin = scan.foreign ? disguised_word(word_) : std::string();
  if (latin.empty()) return swapped_.meet_other(scan.foreign);
  swapped_.meet_disguised({number, whole_word(hash::hash_bytes(kind_.key, latin.data(), latin.size()))});
}

void WordLocator::fold_look_alikes(Scan& scan) {
  std::string latin;
  bool met_latin = false;
  bool symbol = false;  // since the last Latin letter
  const char* const end = word_.data() + word_.size();
  for (const char* p = word_.data(); p < end;) {
    const CodePoint c = decode(p, end);
    const char look_alike = latin_look_alike(c.value);
    if (look_alike != '\0')
      latin += look_alike;
    else
      latin.append(p, c.length);
    if (is_latin_letter(c.value)) {
      scan.word.look_alike |= met_latin && symbol;
      met_latin = true;
      symbol = false;
    } else if (look_alike != '\0') {
      symbol |= is_greek_symbol(c.value);
      scan.word.look_alike |= !is_greek_symbol(c.value);
    }
    p += c.length;
  }
  word_ = latin;
}

void WordLocator::finish(Scan& scan, std::vector<LocatedWord>& out) {
  if (!scan.open) return;
  note_script(scan, out.size());
  if (scan.latin && scan.foreign) fold_look_alikes(scan);
  if (scan.ascii) {
    for (char& c : word_) c = base::to_lower(c);
    if (scan.digit) fold_digits(word_);
    scan.word.hash = hash::hash_bytes(kind_.key, word_.data(), word_.size());
  } else {
    if (scan.dress.dotless) fold_dotless(word_);
    normalizer_->apply(word_, folded_);
    if (scan.folds) fold_spelling(folded_);
    scan.word.hash = hash::hash_bytes(kind_.key, folded_.data(), folded_.size());
  }
  dressed_.meet(scan.dress, out.size());
  scan.word.hash = whole_word(scan.word.hash);
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

std::uint64_t WordLocator::solo_hash(std::uint32_t character, std::string_view bytes) {
  std::uint32_t weight = 0;
  if (is_own_form(character) && bytes.size() == 3) {
    weight = solo_weight(character);
  } else {
    word_.clear();
    const char* const end = bytes.data() + bytes.size();
    for (const char* p = bytes.data(); p < end;) {
      const CodePoint c = decode(p, end);
      if ((flags_[c.value] & kUnseenChar) == 0) word_.append(p, c.length);
      p += c.length;
    }
    normalizer_->apply(word_, folded_);
    word_.clear();
    bytes = folded_.view();
    for (const char* p = bytes.data(); p < folded_.end() && weight < kWordWeight;) {
      const CodePoint c = decode(p, folded_.end());
      if ((flags_[c.value] & kSoloChar) != 0) weight += solo_weight(c.value);
      p += c.length;
    }
    if (weight == 0) weight = solo_weight(character);
  }
  const std::uint64_t hash = hash::hash_bytes(kind_.key, bytes.data(), bytes.size());
  return weight < kWordWeight ? light_word(hash, weight) : whole_word(hash);
}

void WordLocator::take_solos(std::string_view text, std::size_t& i, std::uint32_t& at, std::vector<LocatedWord>& out) {
  const char* const end = text.data() + text.size();
  while (i < text.size() && static_cast<unsigned char>(text[i]) >= 0x80) {
    const CodePoint c = decode(text.data() + i, end);
    if (!begins_solo(flags_[c.value])) return;
    const std::size_t behind = cluster_end(text, i + c.length, kLongestWord, flags_);
    LocatedWord& word = out.emplace_back();
    word.hash = solo_hash(c.value, text.substr(i, behind - i));
    word.begin = at;
    word.end = ++at;
    for (i += c.length; i < behind; ++i) word.end = at += !base::continues_character(text[i]);
    ++solo_;
    swapped_.meet_other(false);
  }
}

void WordLocator::add(const CodePoint& c, std::string_view bytes, std::uint32_t at, Scan& scan) {
  if (!scan.open) scan.word.begin = at;
  scan.open = true;
  scan.word.hidden |= scan.invisible && is_alphabetic_script(c.value);
  scan.invisible = false;
  scan.ascii &= c.length == 1;
  scan.latin |= is_latin_letter(c.value);
  scan.foreign |= is_of_look_alikes(c.value);
  scan.dress.plain |= c.value < 0x80 && c.value > '9';
  scan.digit |= c.value <= '9';
  if (c.length > 1) {
    scan.dress.dotless |= c.value == kDotless;
    scan.folds |= may_fold_spelling(c.value);
    scan.dress.wide += is_wide_letter(c.value);
    scan.dress.styled += is_styled_letter(c.value);
    if (is_turkic(c.value)) dressed_.meet_turkic();
  }
  word_ += bytes;
  scan.word.end = at + 1;
}

// The class of the byte at `at`; of none, that of what is not ASCII.
std::uint8_t WordLocator::ascii_at(std::string_view text, std::size_t at) const {
  if (at >= text.size()) return kNotAscii;
  const auto byte = static_cast<unsigned char>(text[at]);
  return byte < 0x80 ? ascii_[byte] : std::uint8_t{kNotAscii};
}

std::size_t WordLocator::ascii_run(std::string_view text, Scan& scan) const {
  std::size_t run = 0;
  std::uint8_t seen = 0;
  for (std::uint8_t kind; ((kind = ascii_at(text, run)) & kOfWord) != 0; ++run) seen |= kind;
  scan.latin |= (seen & kLetter) != 0;
  scan.dress.plain |= (seen & kLetter) != 0;
  scan.digit |= (seen & kDigit) != 0;
  return run;
}

std::size_t WordLocator::take_plain(std::string_view text, std::size_t i, std::uint32_t at,
                                    std::vector<LocatedWord>& out) {
  for (std::size_t number = 0; number < plain_.size(); ++number) {
    const std::size_t begin = plain_.begin(number);
    const std::size_t end = plain_.end(number);
    const bool may_go_on =
        i + end < text.size() && text[i + end] == '-' && (ascii_at(text, i + end + 1) & kOfWord) == 0;
    if (may_go_on && line_break_behind(text, i + end + 1, flags_).bytes > 0) return begin;
    if (end == begin + 1 && spaced_letters(text, i + begin, flags_) > 0) return begin;
    LocatedWord& word = out.emplace_back();
    word.begin = at + static_cast<std::uint32_t>(begin);
    word.end = at + static_cast<std::uint32_t>(end);
    word.hash = plain_.hash(number);
    bool has_letter = true;
    if (plain_.has_digit(number)) {
      word_ = plain_.lowered(number);
      has_letter = std::ranges::any_of(word_, [](char c) { return c > '9'; });
      fold_digits(word_);
      word.hash = hash::hash_bytes(kind_.key, word_.data(), word_.size());
    }
    word.hash = whole_word(word.hash);
    if (has_letter) swapped_.meet_latin();
  }
  return ~std::size_t{0};
}

// Most words of most texts take this way: all of ASCII, and what stands behind them ends them. They are hashed where
// they stand; nothing of Scan is needed.
std::size_t WordLocator::plain_words(std::string_view text, std::size_t i, std::uint32_t at,
                                     std::vector<LocatedWord>& out) {
  const std::size_t first = i;
  while (i < text.size()) {
    const std::uint8_t kind = ascii_at(text, i);
    if (kind == kNotAscii) break;
    if (const std::size_t stretch = plain_.scan(kind_.key, text.substr(i)); stretch > 0) {
      const std::size_t end = take_plain(text, i, at + static_cast<std::uint32_t>(i - first), out);
      i += std::min(end, stretch);
      if (end < stretch) break;
      continue;
    }
    if (kind == kBetween) {
      ++i;
      continue;
    }
    std::size_t end = i;
    std::uint8_t seen = 0;
    std::uint8_t behind;
    for (; ((behind = ascii_at(text, end)) & kOfWord) != 0 && end - i <= kLongestWord; ++end) seen |= behind;
    if (end - i > kLongestWord || (behind == kNotAscii && end < text.size())) break;
    if (behind == kBetween && text[end] == '-' && (ascii_at(text, end + 1) & kOfWord) == 0) break;
    if (end == i + 1 && spaced_letters(text, i, flags_) > 0) break;
    LocatedWord& word = out.emplace_back();
    word.begin = at + static_cast<std::uint32_t>(i - first);
    word.end = at + static_cast<std::uint32_t>(end - first);
    std::string_view bytes = text.substr(i, end - i);
    if ((seen & (kUpper | kDigit)) != 0) {
      word_ = bytes;
      for (char& c : word_) c = base::to_lower(c);
      if ((seen & kDigit) != 0) fold_digits(word_);
      bytes = word_;
    }
    word.hash = whole_word(hash::hash_bytes(kind_.key, bytes.data(), bytes.size()));
    if ((seen & kLetter) != 0) swapped_.meet_latin();
    i = end;
  }
  word_.clear();
  return i - first;
}

bool WordLocator::parts_words(std::string_view text, std::size_t filler) {
  if (!fillers_) fillers_ = parting_fillers(text);
  return std::ranges::binary_search(*fillers_, filler);
}

void WordLocator::locate(std::string_view text, std::vector<LocatedWord>& out) {
  out.clear();
  if (kind_.code != nullptr) {
    locate_code(text, out);
    return;
  }
  dressed_.clear();
  solo_ = 0;
  fillers_.reset();
  swapped_.clear();
  Scan scan;
  const char* const end = text.data() + text.size();
  std::uint32_t at = 0;  // code points
  for (std::size_t i = 0; i < text.size();) {
    if (word_.size() >= kLongestWord) finish(scan, out);
    if (const std::size_t plain = scan.open ? 0 : plain_words(text, i, at, out); plain > 0) {
      i += plain;
      at += static_cast<std::uint32_t>(plain);
      continue;
    }
    const char first = text[i];
    const bool may_be_spaced = !scan.open && first > '9' && i + 1 < text.size() && text[i + 1] == ' ';
    if (const std::size_t letters = may_be_spaced ? spaced_letters(text, i, flags_) : 0; letters > 0) {
      for (std::size_t letter = 0; letter < letters; ++letter) word_ += text[i + 2 * letter];
      scan.open = scan.latin = scan.dress.plain = true;
      scan.word.begin = at;
      i += 2 * letters - 1;
      scan.word.end = at += static_cast<std::uint32_t>(2 * letters - 1);
      finish(scan, out);
      continue;
    }
    const std::string_view fits = text.substr(i, kLongestWord - word_.size());
    if (const std::size_t run = scan.invisible ? 0 : ascii_run(fits, scan); run > 0) {
      if (!scan.open) scan.word.begin = at;
      scan.open = true;
      word_.append(text, i, run);
      scan.word.end = at += static_cast<std::uint32_t>(run);
      i += run;
      continue;
    }
    const CodePoint c = decode(text.data() + i, end);
    const std::uint8_t is = flags_[c.value];
    const bool unseen = (is & kUnseenChar) != 0;
    if (scan.open && is_filler(c.value) && parts_words(text, i)) {
      scan.word.hidden = true;
      finish(scan, out);
    }
    if (begins_solo(is)) {
      finish(scan, out);
      take_solos(text, i, at, out);
      continue;
    }
    const bool goes_on = (is & kWordChar) != 0 && !is_apostrophe(c.value);
    if (goes_on && !unseen && (scan.open || (is & kExtendsChar) == 0)) {
      add(c, text.substr(i, c.length), at, scan);
    } else if (scan.open && (is_hyphen(c.value) || unseen)) {
      const bool hyphen = is_hyphen(c.value) || c.value == kSoftHyphen;
      const Skip skip = hyphen ? line_break_behind(text, i + c.length, flags_) : Skip();
      if (unseen)
        scan.invisible |= skip.bytes == 0 && c.value != kSoftHyphen;
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
  flag_unusual(text, out);
}

}  // namespace textkin::text
