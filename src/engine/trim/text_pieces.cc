#include "engine/trim/text_pieces.h"

#include <algorithm>
#include <utility>

#include "base/free_room.h"
#include "base/utf8.h"
#include "hash/mersenne.h"
#include "hash/mix.h"
#include "text/catalog.h"

namespace textkin::engine::trim {
namespace {

using Field = hash::Mersenne<61>;

constexpr std::size_t kMostBehind = 4096;  // runs that are held though no window has them any more
constexpr std::size_t kCountedAtOnce = 1u << 20;

text::TextUnit unit_of(PieceKind kind) {
  if (kind == PieceKind::kLine) return text::TextUnit::kLine;
  return kind == PieceKind::kParagraph ? text::TextUnit::kParagraph : text::TextUnit::kSentence;
}

// What a passage is measured in: words, or bytes with a space behind each word.
std::uint32_t measure(const PieceSpec& spec, const text::NormalWord& word) { return spec.bytes ? word.size + 1 : 1; }
std::uint64_t least_of(const PieceSpec& spec) { return std::uint64_t{spec.least} + (spec.bytes ? 1 : 0); }

}  // namespace

WordSpan CutText::words_of(const PieceSpec& spec, std::uint32_t piece) const {
  if (!spec.is_passage()) return {first_words[piece], first_words[piece + 1]};
  std::uint32_t end = piece;
  for (std::uint64_t have = 0; have < least_of(spec) && end < words.size(); ++end) have += measure(spec, words[end]);
  return {piece, end};
}

std::uint64_t CutText::bytes() const {
  return words.capacity() * sizeof(text::NormalWord) +
         (unit_ends.capacity() + first_words.capacity()) * sizeof(std::uint32_t);
}

Result<std::unique_ptr<TextPieces>> TextPieces::make(const PieceSpec& spec, const TextSpec& text,
                                                     const hash::Key& key) {
  for (const std::string& name : text.normalizers)
    if (name.starts_with("code:"))
      return Status(Code::kInvalidArgument,
                    "--normalize " + name + " reads whole programs; here each word is normalised alone");
  TEXTKIN_ASSIGN_OR_RETURN(auto normalizers, text::make_normalizers(text));
  return std::unique_ptr<TextPieces>(new TextPieces(spec, text::NormalWords(std::move(normalizers), key), key));
}

TextPieces::TextPieces(const PieceSpec& spec, text::NormalWords normal, const hash::Key& key)
    : spec_(spec),
      normal_(std::move(normal)),
      base_(Field::reduce(hash::mix64(key.words[0] ^ key.secret[0])) | 2),
      powers_{1} {
  if (!spec_.is_passage()) {
    cutter_.emplace(unit_of(spec_.kind));
    return;
  }
  // A passage of B bytes has B words at most, each of a byte and a space.
  for (std::uint32_t i = 0; i <= spec_.least; ++i) powers_.push_back(Field::multiply_add(powers_.back(), base_, 0));
}

void TextPieces::read(std::string_view text) {
  cut_.words.clear();
  normal_.append(text, cut_.words);
  if (!spec_.is_passage()) return find_units(text);
  prefixes_.clear();
  prefixes_.reserve(cut_.words.size() + 1);
  prefixes_.push_back(0);
  for (const text::NormalWord& word : cut_.words)
    prefixes_.push_back(Field::multiply_add(prefixes_.back(), base_, Field::reduce(word.hash)));
}

void TextPieces::forget() {
  base::free_room(cut_);
  base::free_room(prefixes_);
  base::free_room(queue_);
}

std::uint64_t TextPieces::count_words(std::string_view text) {
  std::uint64_t words = 0;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    end = std::min(text.size(), begin + kCountedAtOnce);
    while (end < text.size() && base::continues_character(text[end])) ++end;
    cut_.words.clear();
    normal_.append(text.substr(begin, end - begin), cut_.words);
    words += cut_.words.size() + 1;
  }
  forget();
  return words;
}

void TextPieces::find_units(std::string_view text) {
  cutter_->cut(text, cut_.unit_ends);
  cut_.first_words.clear();
  short_units_ = 0;
  std::uint32_t word = 0;
  for (const std::uint32_t end : cut_.unit_ends) {
    cut_.first_words.push_back(word);
    const std::uint32_t first = word;
    while (word < cut_.words.size() && cut_.words[word].begin < end) ++word;
    short_units_ += word > first && word - first < spec_.least;
  }
  cut_.first_words.push_back(word);
}

std::uint64_t TextPieces::run_hash(std::uint32_t begin, std::uint32_t end) const {
  const std::uint64_t before = Field::multiply_add(prefixes_[begin], powers_[end - begin], 0);
  return hash::mix64(Field::reduce(prefixes_[end] + Field::kPrime - before) + 1);
}

std::uint64_t TextPieces::unit_hash(WordSpan words) const {
  std::uint64_t hash = 1;  // so that the number of words counts
  for (std::uint32_t word = words.begin; word < words.end; ++word)
    hash = Field::multiply_add(hash, base_, Field::reduce(cut_.words[word].hash));
  return hash::mix64(hash);
}

// visit(begin, end, run): each passage, and of the runs of half its length in it the one of the least hash, the last of
// equal ones.
template <class Visit>
void TextPieces::for_passages(Visit visit) {
  const std::uint64_t least = least_of(spec_);
  const std::uint64_t half = (least + 1) / 2;
  const std::span<const text::NormalWord> all = cut_.words;
  const auto words = static_cast<std::uint32_t>(all.size());
  std::uint32_t end = 0;
  std::uint64_t in_passage = 0;
  std::uint32_t run = 0;
  std::uint32_t run_end = 0;
  std::uint64_t in_run = 0;
  std::size_t front = 0;
  queue_.clear();
  for (std::uint32_t begin = 0; begin < words; ++begin) {
    while (in_passage < least && end < words) in_passage += measure(spec_, all[end++]);
    if (in_passage < least) return;
    for (; run < words; ++run) {
      while (in_run < half && run_end < words) in_run += measure(spec_, all[run_end++]);
      if (in_run < half || run_end > end) break;
      const std::uint64_t hash = run_hash(run, run_end);
      while (queue_.size() > front && queue_.back().hash >= hash) queue_.pop_back();
      queue_.push_back({hash, run});
      in_run -= measure(spec_, all[run]);
    }
    while (queue_[front].begin < begin) ++front;
    if (front > kMostBehind) {
      queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(front));
      front = 0;
    }
    visit(begin, end, queue_[front]);
    in_passage -= measure(spec_, all[begin]);
  }
}

// visit(unit, words): each that is long enough.
template <class Visit>
void TextPieces::for_units(Visit visit) const {
  for (std::uint32_t unit = 0; unit < cut_.unit_ends.size(); ++unit) {
    const WordSpan words = cut_.words_of(spec_, unit);
    if (words.size() >= std::max(spec_.least, 1u)) visit(unit, words);
  }
}

void TextPieces::append_marks(std::vector<std::uint64_t>& out) {
  if (!spec_.is_passage()) {
    for_units([&](std::uint32_t, WordSpan words) { out.push_back(unit_hash(words)); });
    return;
  }
  std::uint32_t last = ~std::uint32_t{0};
  for_passages([&](std::uint32_t, std::uint32_t, const Run& run) {
    if (run.begin != std::exchange(last, run.begin)) out.push_back(run.hash);
  });
}

void TextPieces::append_candidates(const SeenTwice& marks, std::vector<Candidate>& out) {
  if (!spec_.is_passage()) {
    for_units([&](std::uint32_t unit, WordSpan words) {
      const std::uint64_t hash = unit_hash(words);
      if (marks.twice(hash)) out.push_back({hash, unit, words.size()});
    });
    return;
  }
  std::uint32_t last = ~std::uint32_t{0};
  bool twice = false;
  for_passages([&](std::uint32_t begin, std::uint32_t end, const Run& run) {
    if (run.begin != std::exchange(last, run.begin)) twice = marks.twice(run.hash);
    if (twice) out.push_back({run_hash(begin, end), begin, end - begin});
  });
}

}  // namespace textkin::engine::trim
