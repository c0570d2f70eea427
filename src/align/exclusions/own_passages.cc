#include "align/exclusions/own_passages.h"

#include <algorithm>
#include <tuple>

namespace textkin::align {
namespace {

constexpr std::uint32_t kSeedWords = 5;    // words, as of a fingerprint
constexpr std::uint32_t kFine = 3;         // words
constexpr std::uint32_t kExcludedRun = 5;  // words
constexpr std::size_t kMostOwnPlaces = 16;

bool within(const CommonRun& run, const WordSpans& spans) {
  return spans.a_begin <= run.a && run.a_end() <= spans.a_end && spans.b_begin <= run.b && run.b_end() <= spans.b_end;
}

// Calls body(part) for each longest part of `run` that is excluded on one side at least throughout.
template <class Body>
void for_excluded_parts(const CommonRun& run, const CountedWords& a_counted, const CountedWords& b_counted, Body body) {
  for (std::uint32_t begin = 0; begin < run.length;) {
    std::uint32_t a_end = begin;
    std::uint32_t b_end = begin;
    while (a_end < run.length && !a_counted.counts(run.a + a_end)) ++a_end;
    while (b_end < run.length && !b_counted.counts(run.b + b_end)) ++b_end;
    const std::uint32_t end = std::max(a_end, b_end);
    if (end > begin) body(CommonRun{run.a + begin, run.b + begin, end - begin});
    begin = std::max(end, begin + 1);
  }
}

}  // namespace

OwnPassages::OwnPassages(const AlignSpec& spec) : spec_(spec), aligner_(spec) {}

void OwnPassages::Own::set(const PlacedWords& text, const CountedWords& counted, std::uint32_t from, std::uint32_t to) {
  words.clear();
  begin.clear();
  end.clear();
  number.clear();
  std::uint32_t left_out = 0;  // characters
  for (std::uint32_t i = from; i < to; ++i) {
    if (counted.counts(i)) {
      words.push_back(text.words[i]);
      begin.push_back(text.begin[i] - left_out);
      end.push_back(text.end[i] - left_out);
      number.push_back(i);
    } else if (i + 1 < to) {
      left_out += text.begin[i + 1] - text.begin[i];
    }
  }
}

void OwnPassages::add_own(const CountedWords& a_counted, const CountedWords& b_counted, const WordSpans& passage) {
  seeds_.clear();
  in_a_.index(own_a_.words, kSeedWords);
  in_b_.index(own_b_.words, kSeedWords);
  for_shared_grams(in_a_.all(), in_b_.all(),
                   [&](std::span<const WordGrams::Place> x, std::span<const WordGrams::Place> y) {
                     for (const auto& [hash, at_a] : x.first(std::min(x.size(), kMostOwnPlaces)))
                       for (const auto& [same, at_b] : y.first(std::min(y.size(), kMostOwnPlaces)))
                         seeds_.push_back({at_a, at_b});
                   });
  aligner_.align(own_a_.view(), own_b_.view(), seeds_, found_);
  std::uint32_t last = 0;
  for (const WordSpans& own : found_) last = std::max(last, own.a_end);
  for (const WordSpans& own : found_) {
    WordSpans spans{.a_begin = own_a_.number[own.a_begin],
                    .a_end = own_a_.number[own.a_end - 1] + 1,
                    .b_begin = own_b_.number[own.b_begin],
                    .b_end = own_b_.number[own.b_end - 1] + 1,
                    .equal = own.equal,
                    .longest = own.longest};
    while (spans.a_begin > passage.a_begin && !a_counted.counts(spans.a_begin - 1)) --spans.a_begin;
    while (spans.b_begin > passage.b_begin && !b_counted.counts(spans.b_begin - 1)) --spans.b_begin;
    if (own.a_end == last) {
      while (spans.a_end < passage.a_end && !a_counted.counts(spans.a_end)) ++spans.a_end;
      while (spans.b_end < passage.b_end && !b_counted.counts(spans.b_end)) ++spans.b_end;
    }
    out_.push_back(spans);
  }
}

void OwnPassages::add_excluded(const PlacedWords& a, const PlacedWords& b, const CountedWords& a_counted,
                               const CountedWords& b_counted, const WordSpans& passage) {
  const Words in_a = a.words.subspan(passage.a_begin, passage.a_words());
  const Words in_b = b.words.subspan(passage.b_begin, passage.b_words());
  in_a_.index(in_a, kFine);
  in_b_.index(in_b, kFine);
  seeds_.clear();
  for_shared_grams(in_a_.all(), in_b_.all(),
                   [&](std::span<const WordGrams::Place> x, std::span<const WordGrams::Place> y) {
                     for (const auto& [hash, at_a] : x.first(std::min(x.size(), kMostOwnPlaces)))
                       for (const auto& [same, at_b] : y.first(std::min(y.size(), kMostOwnPlaces)))
                         seeds_.push_back({at_a, at_b});
                   });
  common_runs(in_a, in_b, seeds_, runs_);
  std::vector<CommonRun> parts;
  for (const CommonRun& run : runs_)
    for_excluded_parts({run.a + passage.a_begin, run.b + passage.b_begin, run.length}, a_counted, b_counted,
                       [&](const CommonRun& part) {
                         if (weight_of(a.words.subspan(part.a, part.length)) >= kExcludedRun * kWordWeight)
                           parts.push_back(part);
                       });
  // Greedy string tiling (Wise 1993): the longest first, no word of either text twice.
  std::ranges::sort(parts, {}, [](const CommonRun& x) { return std::tuple(~x.length, x.a, x.b); });
  std::vector<CommonRun> tiles;
  for (const CommonRun& part : parts) {
    const bool apart = std::ranges::none_of(tiles, [&](const CommonRun& tile) {
      return (part.a < tile.a_end() && tile.a < part.a_end()) || (part.b < tile.b_end() && tile.b < part.b_end());
    });
    if (!apart) continue;
    tiles.push_back(part);
    if (std::ranges::none_of(out_, [&](const WordSpans& spans) { return within(part, spans); }))
      out_.push_back({part.a, part.a_end(), part.b, part.b_end(), part.length, part.length});
  }
}

void OwnPassages::cut(const PlacedWords& a, const PlacedWords& b, const CountedWords& a_counted,
                      const CountedWords& b_counted, std::vector<WordSpans>& passages) {
  if (a_counted.all() && b_counted.all()) return;
  out_.clear();
  for (const WordSpans& passage : passages) {
    own_a_.set(a, a_counted, passage.a_begin, passage.a_end);
    own_b_.set(b, b_counted, passage.b_begin, passage.b_end);
    const std::size_t in_a = own_a_.words.size();
    const std::size_t in_b = own_b_.words.size();
    const bool untouched = in_a == passage.a_words() && in_b == passage.b_words();
    const bool enough = weight_of(own_a_.words) >= std::uint64_t{spec_.guarantee} * kWordWeight ||
                        (in_a == a_counted.total() && in_b == b_counted.total());
    if (untouched || in_a + in_b == 0 || (enough && own_a_.words == own_b_.words)) {
      out_.push_back(passage);
      continue;
    }
    if (in_a > 0 && in_b > 0) add_own(a_counted, b_counted, passage);
    add_excluded(a, b, a_counted, b_counted, passage);
  }
  std::ranges::sort(out_, {}, [](const WordSpans& x) { return std::tuple(x.a_begin, x.b_begin, x.a_end, x.b_end); });
  const auto same = [](const WordSpans& x, const WordSpans& y) {
    return std::tuple(x.a_begin, x.b_begin, x.a_end, x.b_end) == std::tuple(y.a_begin, y.b_begin, y.a_end, y.b_end);
  };
  out_.erase(std::unique(out_.begin(), out_.end(), same), out_.end());
  passages = out_;
}

}  // namespace textkin::align
