#include "align/merge_passages.h"

#include <algorithm>

namespace textkin::align {
namespace {

constexpr std::uint32_t kRewritten = 6;  // gaps that a rewritten stretch may be long

struct Characters {
  std::uint32_t begin;
  std::uint32_t end;

  std::uint32_t length() const { return end - begin; }
};

Characters in_a(const PlacedWords& a, const WordSpans& x) { return {a.begin[x.a_begin], a.end[x.a_end - 1]}; }
Characters in_b(const PlacedWords& b, const WordSpans& x) { return {b.begin[x.b_begin], b.end[x.b_end - 1]}; }

std::uint32_t between(const Characters& x, const Characters& y) {
  if (y.begin > x.end) return y.begin - x.end;
  if (x.begin > y.end) return x.begin - y.end;
  return 0;
}

WordSpans united(const WordSpans& x, const WordSpans& y) {
  WordSpans out{.a_begin = std::min(x.a_begin, y.a_begin),
                .a_end = std::max(x.a_end, y.a_end),
                .b_begin = std::min(x.b_begin, y.b_begin),
                .b_end = std::max(x.b_end, y.b_end),
                .longest = std::max(x.longest, y.longest)};
  out.equal = std::min({x.equal + y.equal, out.a_words(), out.b_words()});
  return out;
}

}  // namespace

void merge_passages(const PlacedWords& a, const PlacedWords& b, std::uint32_t gap, std::vector<WordSpans>& passages) {
  const auto belong = [&](const WordSpans& x, const WordSpans& y) {
    const Characters xa = in_a(a, x), ya = in_a(a, y), xb = in_b(b, x), yb = in_b(b, y);
    const std::uint32_t a_gap = between(xa, ya);
    const std::uint32_t b_gap = between(xb, yb);
    const std::uint32_t longer = std::max({xa.length(), ya.length(), xb.length(), yb.length()});
    const bool together = std::min(a_gap, b_gap) <= gap && std::max(a_gap, b_gap) <= gap + longer;
    // A stretch that was rewritten is about as long on both sides, and no longer than what stands around it.
    const std::uint32_t shorter = std::min({xa.length(), ya.length(), xb.length(), yb.length()});
    const bool in_order = (xa.begin < ya.begin) == (xb.begin < yb.begin);
    const bool rewritten = in_order && std::max(a_gap, b_gap) <= std::min(kRewritten * gap, shorter) &&
                           std::max(a_gap, b_gap) - std::min(a_gap, b_gap) <= gap;
    return together || rewritten;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < passages.size(); ++i)
      for (std::size_t j = i + 1; j < passages.size();) {
        if (belong(passages[i], passages[j])) {
          passages[i] = united(passages[i], passages[j]);
          passages.erase(passages.begin() + static_cast<std::ptrdiff_t>(j));
          changed = true;
        } else {
          ++j;
        }
      }
  }
}

}  // namespace textkin::align
