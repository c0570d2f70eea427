#include "engine/shared/shared_places.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace textkin::engine::shared {
namespace {

using align::WordSpan;

// Words between two stretches that most have, for which they are one: as the page joins equal words.
constexpr std::uint32_t kMostBetween = 10;

WordSpan within(const WordSpan& span, const WordSpan& outer) {
  return {std::max(span.first, outer.first), std::min(span.second, outer.second)};
}

// What stands in `there` where `cut` stands in `here`, if words are as dense in both.
WordSpan mapped(const WordSpan& cut, const WordSpan& here, const WordSpan& there) {
  const std::uint64_t words = here.second - here.first;
  const std::uint64_t others = there.second - there.first;
  const auto place = [&](std::uint32_t word) {
    return there.first + static_cast<std::uint32_t>((word - here.first) * others / words);
  };
  const WordSpan out{place(cut.first), place(cut.second)};
  return out.first < out.second ? out : there;
}

// The most words that follow each other with at most `between` of others in between, of spans that are not empty.
WordSpan longest_joined(std::vector<WordSpan>& spans, std::uint32_t between) {
  std::ranges::sort(spans);
  WordSpan longest{0, 0};
  WordSpan joined = spans.front();
  for (const WordSpan& span : spans) {
    if (span.first > joined.second + between) joined = span;
    joined.second = std::max(joined.second, span.second);
    if (joined.second - joined.first > longest.second - longest.first) longest = joined;
  }
  return longest;
}

}  // namespace

SharedPlaces::SharedPlaces(std::span<const Passage> passages, std::span<const std::uint32_t> persons)
    : persons_(persons) {
  parts_.reserve(2 * passages.size());
  for (const Passage& x : passages) {
    const WordSpan a{x.a_first_word, x.a_first_word + x.a_words};
    const WordSpan b{x.b_first_word, x.b_first_word + x.b_words};
    parts_.push_back({x.a, x.b, a, b});
    parts_.push_back({x.b, x.a, b, a});
  }
  std::ranges::sort(parts_, {}, [](const Part& x) { return std::tuple(x.doc, x.here, x.other, x.there); });
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    const bool first = i == 0 || parts_[i - 1].doc != part.doc;
    part.reached = first ? part.here.second : std::max(parts_[i - 1].reached, part.here.second);
  }
}

std::uint64_t SharedPlaces::whose(DocId doc) const {
  if (doc < persons_.size() && persons_[doc] != kNobody) return persons_[doc];
  return std::uint64_t{kNobody} + 1 + doc;
}

std::span<const SharedPlaces::Part> SharedPlaces::of(DocId doc) const {
  const auto same = std::ranges::equal_range(parts_, doc, {}, &Part::doc);
  return {same.begin(), same.end()};
}

std::span<const SharedPlaces::Part> SharedPlaces::around(DocId doc, WordSpan words) const {
  const std::span<const Part> all = of(doc);
  const auto first = std::ranges::upper_bound(all, words.first, {}, &Part::reached);
  const auto last =
      std::ranges::lower_bound(first, all.end(), words.second, {}, [](const Part& x) { return x.here.first; });
  return {first, last};
}

void SharedPlaces::with_most_of(DocId doc, WordSpan words, std::vector<SharedPlace>& out) const {
  out.clear();
  struct Cut {
    DocId other;
    WordSpan here;
    WordSpan there;
  };
  std::vector<Cut> cuts;
  for (const Part& part : around(doc, words)) {
    const WordSpan cut = within(part.here, words);
    if (cut.first < cut.second) cuts.push_back({part.other, cut, mapped(cut, part.here, part.there)});
  }
  std::ranges::sort(cuts, {}, [](const Cut& x) { return std::tuple(x.other, x.here); });
  std::vector<WordSpan> there;
  for (std::size_t i = 0; i < cuts.size();) {
    const DocId other = cuts[i].other;
    std::uint32_t shared = 0;
    std::uint32_t done = 0;  // words before this one were counted
    there.clear();
    for (; i < cuts.size() && cuts[i].other == other; ++i) {
      const std::uint32_t from = std::max(cuts[i].here.first, done);
      if (from < cuts[i].here.second) shared += cuts[i].here.second - from;
      done = std::max(done, cuts[i].here.second);
      there.push_back(cuts[i].there);
    }
    const std::uint32_t all = words.second - words.first;
    if (2 * shared > all) out.push_back({other, longest_joined(there, all / 2)});
  }
}

std::vector<WordSpan> SharedPlaces::cores(DocId doc, WordSpan words, std::uint32_t least) const {
  std::vector<std::tuple<DocId, std::uint32_t, std::uint32_t>> spans;
  for (const Part& part : around(doc, words)) {
    const WordSpan cut = within(part.here, words);
    if (cut.first < cut.second) spans.emplace_back(part.other, cut.first, cut.second);
  }
  std::ranges::sort(spans);
  std::vector<std::pair<std::uint32_t, int>> changes;
  for (std::size_t i = 0; i < spans.size();) {
    auto [other, begin, end] = spans[i++];
    for (; i < spans.size() && std::get<0>(spans[i]) == other && std::get<1>(spans[i]) <= end; ++i)
      end = std::max(end, std::get<2>(spans[i]));
    changes.emplace_back(begin, 1);
    changes.emplace_back(end, -1);
  }
  std::ranges::sort(changes);
  std::vector<WordSpan> out;
  std::int64_t others = 0;
  for (const auto& [word, change] : changes) {
    if (change > 0 && others + 1 == least && (out.empty() || word > out.back().second + kMostBetween))
      out.emplace_back(word, word);
    if (change < 0 && others == least) out.back().second = word;
    others += change;
  }
  return out;
}

void SharedPlaces::only_with_one(DocId doc, std::vector<SharedPlace>& out) const {
  out.clear();
  std::vector<std::tuple<std::uint32_t, int, DocId>> changes;
  for (const Part& part : of(doc)) {
    changes.emplace_back(part.here.first, 1, part.other);
    changes.emplace_back(part.here.second, -1, part.other);
  }
  std::ranges::sort(changes);
  std::map<std::uint64_t, std::map<DocId, int>> others;  // of each person, passages with each document around a word
  std::uint32_t from = 0;
  for (const auto& [word, change, other] : changes) {
    if (others.size() == 1 && from < word)
      for (const auto& [doc_of_one, count] : others.begin()->second) out.push_back({doc_of_one, {from, word}});
    const auto with = others.try_emplace(whose(other)).first;
    const auto one = with->second.try_emplace(other, 0).first;
    one->second += change;
    if (one->second == 0) with->second.erase(one);
    if (with->second.empty()) others.erase(with);
    from = word;
  }
}

}  // namespace textkin::engine::shared
