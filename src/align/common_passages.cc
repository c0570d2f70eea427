#include "align/common_passages.h"

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

void CommonPassages::find(const std::vector<Passage>& passages, std::uint32_t most) {
  std::vector<Part> parts;
  parts.reserve(2 * passages.size());
  for (const Passage& x : passages) {
    parts.push_back({x.a, x.b, x.a_first_word, x.a_first_word + x.a_words});
    parts.push_back({x.b, x.a, x.b_first_word, x.b_first_word + x.b_words});
  }
  std::ranges::sort(parts, {}, [](const Part& x) { return std::tuple(x.doc, x.other, x.begin); });
  std::vector<std::pair<std::uint32_t, int>> changes;  // of the number of others, at a word
  for (std::size_t i = 0; i < parts.size();) {
    const DocId doc = parts[i].doc;
    changes.clear();
    while (i < parts.size() && parts[i].doc == doc) {
      // The passages with one other, those that overlap or touch as one.
      Part one = parts[i++];
      for (; i < parts.size() && parts[i].doc == doc && parts[i].other == one.other && parts[i].begin <= one.end; ++i)
        one.end = std::max(one.end, parts[i].end);
      changes.emplace_back(one.begin, 1);
      changes.emplace_back(one.end, -1);
    }
    std::ranges::sort(changes);
    std::int64_t others = 0;
    std::uint32_t begin = 0;
    for (const auto& [word, change] : changes) {
      const bool was = others > most;
      others += change;
      if (!was && others > most) begin = word;
      if (!was || others > most) continue;
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
