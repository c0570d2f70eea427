#include "engine/passages/shared_places.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace textkin::engine::passages {
namespace {

using align::WordSpan;

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

}  // namespace

SharedPlaces::SharedPlaces(std::span<const Passage> passages) {
  parts_.reserve(2 * passages.size());
  for (const Passage& x : passages) {
    const WordSpan a{x.a_first_word, x.a_first_word + x.a_words};
    const WordSpan b{x.b_first_word, x.b_first_word + x.b_words};
    parts_.push_back({x.a, x.b, a, b});
    parts_.push_back({x.b, x.a, b, a});
  }
  std::ranges::sort(parts_, {}, [](const Part& x) { return std::tuple(x.doc, x.here, x.other, x.there); });
}

std::span<const SharedPlaces::Part> SharedPlaces::of(DocId doc) const {
  const auto same = std::ranges::equal_range(parts_, doc, {}, &Part::doc);
  return {same.begin(), same.end()};
}

void SharedPlaces::with_most_of(DocId doc, WordSpan words, std::vector<SharedPlace>& out) const {
  out.clear();
  struct Shared {
    std::uint32_t words = 0;
    std::uint32_t done = 0;  // words before this one were counted
    WordSpan there{~0u, 0};
  };
  std::map<DocId, Shared> shared;
  for (const Part& part : of(doc)) {
    if (part.here.first >= words.second) break;
    const WordSpan cut = within(part.here, words);
    if (cut.first >= cut.second) continue;
    Shared& with = shared[part.other];
    const std::uint32_t from = std::max(cut.first, with.done);
    if (from < cut.second) with.words += cut.second - from;
    with.done = std::max(with.done, cut.second);
    const WordSpan there = mapped(cut, part.here, part.there);
    with.there = {std::min(with.there.first, there.first), std::max(with.there.second, there.second)};
  }
  for (const auto& [other, with] : shared)
    if (2 * with.words > words.second - words.first) out.push_back({other, with.there});
}

WordSpan SharedPlaces::core(DocId doc, WordSpan words, std::uint32_t least) const {
  std::vector<std::tuple<DocId, std::uint32_t, std::uint32_t>> spans;
  for (const Part& part : of(doc)) {
    if (part.here.first >= words.second) break;
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
  WordSpan out{words.second, words.first};
  std::int64_t others = 0;
  for (const auto& [word, change] : changes) {
    if (change > 0 && others + 1 == least) out.first = std::min(out.first, word);
    if (change < 0 && others == least) out.second = std::max(out.second, word);
    others += change;
  }
  return out.first < out.second ? out : words;
}

void SharedPlaces::only_with_one(DocId doc, std::vector<SharedPlace>& out) const {
  out.clear();
  std::vector<std::tuple<std::uint32_t, int, DocId>> changes;
  for (const Part& part : of(doc)) {
    changes.emplace_back(part.here.first, 1, part.other);
    changes.emplace_back(part.here.second, -1, part.other);
  }
  std::ranges::sort(changes);
  std::map<DocId, int> others;  // passages with each, around a word
  std::uint32_t from = 0;
  for (const auto& [word, change, other] : changes) {
    if (others.size() == 1 && from < word) out.push_back({others.begin()->first, {from, word}});
    const auto with = others.try_emplace(other, 0).first;
    with->second += change;
    if (with->second == 0) others.erase(with);
    from = word;
  }
}

}  // namespace textkin::engine::passages
