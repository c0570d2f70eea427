#include "base/word_gaps.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>

#include "base/ascii.h"
#include "base/utf8.h"

namespace textkin::base {
namespace {

constexpr std::size_t kNear = 16;
constexpr std::uint64_t kFewGaps = 2;  // near one another: they hide nothing
// Of letters of words and of pieces near, their means multiplied, where both stand elsewhere as often as words do.
constexpr double kUsualWord = 72;
constexpr double kLongWord = 81;          // where pieces are words, whatever stands elsewhere
constexpr std::uint64_t kLeastWhole = 3;  // of so many words one has no gap, or too few are known
constexpr std::uint64_t kLeastKnown = 3;  // of so many words that would be known elsewhere one is, or pieces are none
constexpr std::uint64_t kHashStart = 0xCBF29CE484222325;
constexpr std::uint64_t kHashStep = 0x100000001B3;  // FNV-1a

enum class Sign : std::uint8_t { kLetter, kSpace, kPunctuation, kUnseen };

// U+2000 to U+206F, by the last two bytes.
Sign general_punctuation(unsigned second, unsigned third) {
  const unsigned c = (second & 0x3F) << 6 | (third & 0x3F);
  if (c <= 0x0A || c == 0x28 || c == 0x29 || c == 0x2F || c == 0x5F) return Sign::kSpace;
  if (c <= 0x0F || (c >= 0x2A && c <= 0x2E) || (c >= 0x60 && c <= 0x6F)) return Sign::kUnseen;
  return c <= 0x5E ? Sign::kPunctuation : Sign::kLetter;
}

// What the character is that begins `text`; it is a letter where nothing else is known of it.
Sign sign_of(std::string_view text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const char first = text.front();
  if (at(0) < 0x80) {
    if (is_letter(first) || is_digit(first)) return Sign::kLetter;
    return at(0) <= ' ' ? Sign::kSpace : Sign::kPunctuation;
  }
  if (at(0) == 0xC2) {
    if (at(1) == 0xA0 || at(1) == 0x85) return Sign::kSpace;
    if (at(1) == 0xAD) return Sign::kUnseen;
    return at(1) == 0xAA || at(1) == 0xB5 || at(1) == 0xBA ? Sign::kLetter : Sign::kPunctuation;
  }
  if (at(0) == 0xE2 && (at(1) == 0x80 || at(1) == 0x81)) return general_punctuation(at(1), at(2));
  // Blanks: of Ogham, braille and Han, and the fillers of Hangul.
  constexpr std::array<std::string_view, 7> kBlanks{"\u1680", "\u2800", "\u3000", "\u3164",
                                                    "\uFFA0", "\u115F", "\u1160"};
  if (std::ranges::any_of(kBlanks, [&](std::string_view blank) { return text.starts_with(blank); }))
    return Sign::kSpace;
  return text.starts_with("\uFEFF") ? Sign::kUnseen : Sign::kLetter;
}

// What stands between two spaces, or a space and a gap.
struct Piece {
  std::uint64_t hash = kHashStart;  // of its letters
  std::uint64_t word_hash = 0;      // with those before it in its word
  std::uint32_t letters = 0;
  bool goes_on = false;     // behind a gap
  bool broken = false;      // has a gap at either end
  bool known = false;       // is a word without a gap elsewhere
  bool recurs = false;      // is such a word or a piece elsewhere
  bool word_known = false;  // the same of all pieces of its word together, if it is the last
  bool word_recurs = false;
};

// How often some letters are a word without a gap, a piece of one that has some, and such a word without its gaps.
struct Times {
  std::uint32_t whole = 0;
  std::uint32_t pieces = 0;
  std::uint32_t broken = 0;
};

class Pieces {
 public:
  Pieces(std::string_view text, std::span<const WordGap> gaps) : parts_(gaps.size(), true) {
    std::size_t gap = 0;
    for (std::size_t at = 0; at < text.size();) {
      if (gap < gaps.size() && at >= gaps[gap].begin) {
        at = std::max(at, gaps[gap].end);
        const bool within = last_ == Sign::kLetter && at < text.size() && sign_of(text.substr(at)) == Sign::kLetter;
        if (within) places_.push_back({gap, pieces_.size()});
        end_piece(within);
        ++gap;
        continue;
      }
      const std::size_t begin = at++;
      while (at < text.size() && continues_character(text[at])) ++at;
      take(text.substr(begin), at - begin);
    }
    end_piece(false);
  }

  std::vector<bool> decide() && {
    for (Piece& piece : pieces_) {
      if (!piece.broken) continue;
      const Times piece_times = times_[piece.hash];
      piece.known = piece_times.whole > 0;
      piece.recurs = piece_times.whole + piece_times.pieces > 1;
      if (piece.goes_on) continue;
      const Times word_times = times_[piece.word_hash];
      piece.word_known = word_times.whole > 0;
      piece.word_recurs = word_times.whole + word_times.broken > 1;
    }
    for (const auto& [hash, times] : times_) {
      whole_ += times.whole;
      if (times.whole > 1) repeated_ += times.whole;
    }
    for (const auto& [gap, piece] : places_) parts_[gap] = parts_words(piece);
    return std::move(parts_);
  }

 private:
  struct Place {
    std::size_t gap = 0;
    std::size_t piece = 0;  // before it
  };

  void take(std::string_view text, std::size_t size) {
    const Sign sign = sign_of(text);
    if (sign == Sign::kUnseen) return;
    last_ = sign;
    if (sign == Sign::kSpace) return end_piece(false);
    if (sign != Sign::kLetter) return;
    ++piece_.letters;
    for (const char byte : text.substr(0, size)) {
      piece_.hash = (piece_.hash ^ static_cast<unsigned char>(to_lower(byte))) * kHashStep;
      word_hash_ = (word_hash_ ^ static_cast<unsigned char>(to_lower(byte))) * kHashStep;
    }
  }

  void end_piece(bool goes_on) {
    last_ = Sign::kSpace;
    if (piece_.letters > 0) {
      piece_.goes_on = goes_on;
      piece_.broken = goes_on || behind_gap_;
      piece_.word_hash = word_hash_;
      if (piece_.broken) ++times_[piece_.hash].pieces;
      if (piece_.broken && !goes_on) ++times_[word_hash_].broken;
      if (!piece_.broken) ++times_[piece_.hash].whole;
      pieces_.push_back(piece_);
    }
    behind_gap_ = goes_on;
    piece_ = {};
    if (!goes_on) word_hash_ = kHashStart;
  }

  // Sums over what is near a gap.
  struct Near {
    std::uint64_t letters = 0, pieces = 0, words = 0;
    std::uint64_t known = 0, known_words = 0, recurring = 0, recurring_words = 0;

    void add(const Piece& piece) {
      letters += piece.letters;
      ++pieces;
      words += !piece.goes_on;
      known += piece.known;
      known_words += piece.word_known;
      recurring += piece.recurs;
      recurring_words += piece.word_recurs;
    }
    // Letters of a piece and of a word on average, multiplied by `pieces` and `words`.
    double square() const { return static_cast<double>(letters) * static_cast<double>(letters); }
    double product() const {
      return static_cast<double>(pieces) * static_cast<double>(std::max<std::uint64_t>(words, 1));
    }
  };

  // The gap behind a piece.
  bool parts_words(std::size_t piece) const {
    const std::size_t end = std::min(pieces_.size(), piece + 1 + kNear);
    const std::size_t begin = piece + 1 - std::min(piece + 1, kNear);
    Near all, broken;
    for (const Piece& one : std::span(pieces_).subspan(begin, end - begin)) {
      all.add(one);
      if (one.broken) broken.add(one);
    }
    const std::uint64_t words = std::max<std::uint64_t>(broken.words, 1);
    if (all.pieces - all.words <= kFewGaps) return true;
    if (broken.square() > kLongWord * broken.product()) return true;
    if (kLeastWhole * (all.pieces - broken.pieces) < all.words || repeated_ == 0) {
      const auto recur = static_cast<double>((broken.recurring + 1) * words);
      return all.square() * recur >
             kUsualWord * all.product() * static_cast<double>((broken.recurring_words + 1) * broken.pieces);
    }
    return kLeastKnown * broken.known * whole_ > broken.pieces * repeated_ &&
           broken.known * words > broken.known_words * broken.pieces;
  }

  std::vector<Piece> pieces_;
  std::vector<Place> places_;
  std::vector<bool> parts_;
  std::unordered_map<std::uint64_t, Times> times_;
  std::uint64_t whole_ = 0;     // their number
  std::uint64_t repeated_ = 0;  // of those that stand there twice or more
  Piece piece_;
  Sign last_ = Sign::kSpace;
  std::uint64_t word_hash_ = kHashStart;
  bool behind_gap_ = false;
};

}  // namespace

std::vector<bool> parting_gaps(std::string_view text, std::span<const WordGap> gaps) {
  return Pieces(text, gaps).decide();
}

}  // namespace textkin::base
