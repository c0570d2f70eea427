#include "align/exclusions/common_passages.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace textkin::align {
namespace {

// A passage as one of its documents has it.
struct Part {
  DocId doc;
  DocId other;
  std::uint32_t begin;  // words
  std::uint32_t end;
};

}  // namespace

void CommonPassages::find(const std::vector<Passage>& passages, const CommonLimits& limits) {
  std::vector<Part> parts;
  parts.reserve(2 * passages.size());
  for (const Passage& x : passages) {
    parts.push_back({x.a, x.b, x.a_first_word, x.a_first_word + x.a_words});
    parts.push_back({x.b, x.a, x.b_first_word, x.b_first_word + x.b_words});
  }
  std::ranges::sort(parts, {}, [](const Part& x) { return std::tuple(x.doc, x.other, x.begin); });
  struct Change {
    std::uint32_t word;
    int before;  // of the numbers of others
    int behind;
  };
  std::vector<Change> changes;
  const auto are_common = [&](std::int64_t before, std::int64_t behind) {
    return before > limits.before || behind > limits.behind || before + behind > limits.all;
  };
  for (std::size_t i = 0; i < parts.size();) {
    const DocId doc = parts[i].doc;
    changes.clear();
    while (i < parts.size() && parts[i].doc == doc) {
      // The passages with one other, those that overlap or touch as one.
      Part one = parts[i++];
      for (; i < parts.size() && parts[i].doc == doc && parts[i].other == one.other && parts[i].begin <= one.end; ++i)
        one.end = std::max(one.end, parts[i].end);
      const int before = one.other < limits.against ? 1 : 0;
      changes.push_back({one.begin, before, 1 - before});
      changes.push_back({one.end, -before, before - 1});
    }
    std::ranges::sort(changes, {}, [](const Change& x) { return std::tuple(x.word, x.before + x.behind); });
    std::int64_t before = 0;
    std::int64_t behind = 0;
    std::uint32_t begin = 0;
    for (const Change& change : changes) {
      const bool was = are_common(before, behind);
      const std::uint32_t word = change.word;
      before += change.before;
      behind += change.behind;
      const bool is = are_common(before, behind);
      if (!was && is) begin = word;
      if (!was || is) continue;
      if (!documents_.empty() && documents_.back() == doc && ranges_.back().first + ranges_.back().words == begin) {
        ranges_.back().words += word - begin;
      } else {
        documents_.push_back(doc);
        ranges_.push_back({begin, word - begin});
      }
    }
  }
}

std::span<const WordRange> CommonPassages::of(DocId doc) const {
  const auto same = std::ranges::equal_range(documents_, doc);
  return std::span(ranges_).subspan(static_cast<std::size_t>(same.begin() - documents_.begin()), same.size());
}

std::uint64_t CommonPassages::words() const {
  std::uint64_t sum = 0;
  for (const WordRange& range : ranges_) sum += range.words;
  return sum;
}

}  // namespace textkin::align
