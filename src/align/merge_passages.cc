#include "align/merge_passages.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "align/covered_words.h"

namespace textkin::align {
namespace {

constexpr std::uint32_t kRewritten = 6;  // gaps that a rewritten stretch may be long
// Of passages that begin at one word so many are looked at: more are one phrase, which the other text repeats.
constexpr std::size_t kMostOfAWord = 16;

// Passages that became one.
struct Joined {
  explicit Joined(const WordSpans& x) : spans(x), in_a(x.a_begin, x.a_end), in_b(x.b_begin, x.b_end) {}

  WordSpans spans;
  CoveredWords in_a;
  CoveredWords in_b;
  bool gone = false;  // into another one
};

struct Characters {
  std::uint32_t begin;
  std::uint32_t end;

  std::uint32_t length() const { return end - begin; }
};

std::uint32_t between(const Characters& x, const Characters& y) {
  if (y.begin > x.end) return y.begin - x.end;
  if (x.begin > y.end) return x.begin - y.end;
  return 0;
}

WordSpans united(const Joined& one, const Joined& other) {
  const WordSpans& x = one.spans;
  const WordSpans& y = other.spans;
  WordSpans out{.a_begin = std::min(x.a_begin, y.a_begin),
                .a_end = std::max(x.a_end, y.a_end),
                .b_begin = std::min(x.b_begin, y.b_begin),
                .b_end = std::max(x.b_end, y.b_end),
                .longest = std::max(x.longest, y.longest)};
  // What both cover in either text is equal once.
  const std::uint32_t twice = std::max(one.in_a.shared_with(other.in_a), one.in_b.shared_with(other.in_b));
  out.equal = std::max({x.equal, y.equal, x.equal + y.equal - std::min(twice, y.equal)});
  return out;
}

// Whether one says of either text what the other one says: a phrase that the other text has twice.
bool is_repeat(const Joined& x, const Joined& y) {
  const auto mostly = [](const CoveredWords& one, const CoveredWords& other) {
    return 2 * one.shared_with(other) > std::min(one.words(), other.words());
  };
  return mostly(x.in_a, y.in_a) || mostly(x.in_b, y.in_b);
}

class Merge {
 public:
  Merge(const PlacedWords& a, const PlacedWords& b, std::uint32_t gap, const std::vector<WordSpans>& passages)
      : a_(a), b_(b), gap_(gap), passages_(passages.begin(), passages.end()) {}

  std::vector<WordSpans> all() {
    for (bool any = true; any;) {
      any = sweep(true);
      any = sweep(false) || any;
    }
    std::vector<WordSpans> out;
    for (const Joined& one : passages_)
      if (!one.gone) out.push_back(one.spans);
    return out;
  }

 private:
  Characters in(bool first, const WordSpans& x) const {
    return first ? Characters{a_.begin[x.a_begin], a_.end[x.a_end - 1]}
                 : Characters{b_.begin[x.b_begin], b_.end[x.b_end - 1]};
  }

  bool belong(const Joined& one, const Joined& other) const {
    const WordSpans& x = one.spans;
    const WordSpans& y = other.spans;
    const Characters xa = in(true, x), ya = in(true, y), xb = in(false, x), yb = in(false, y);
    const std::uint32_t a_gap = between(xa, ya);
    const std::uint32_t b_gap = between(xb, yb);
    const std::uint32_t near = std::min(a_gap, b_gap);
    const std::uint32_t far = std::max(a_gap, b_gap);
    // A stretch that was rewritten is about as long on both sides, and no longer than what stands around it.
    const std::uint32_t shorter = std::min({xa.length(), ya.length(), xb.length(), yb.length()});
    const bool in_order = (xa.begin < ya.begin) == (xb.begin < yb.begin);
    if (in_order && far <= std::min(kRewritten * gap_, shorter) && far - near <= gap_) return true;
    const std::uint32_t longer = std::max({xa.length(), ya.length(), xb.length(), yb.length()});
    if (near > gap_ || far > gap_ + longer || united(one, other).identity() < kAlike) return false;
    return far <= gap_ || !is_repeat(one, other);
  }

  // Joins each passage with those behind it that begin near it in one text; whether any was.
  bool sweep(bool first) {
    std::erase_if(passages_, [](const Joined& one) { return one.gone; });
    std::ranges::sort(passages_, {}, [&](const Joined& one) {
      const WordSpans& x = one.spans;
      return first ? std::tuple(x.a_begin, ~x.a_end, x.b_begin, ~x.b_end)
                   : std::tuple(x.b_begin, ~x.b_end, x.a_begin, ~x.a_end);
    });
    bool any = false;
    for (std::size_t i = 0; i < passages_.size(); ++i) {
      Joined& one = passages_[i];
      if (one.gone) continue;
      std::size_t places = 0;
      std::uint32_t at = 0;
      for (std::size_t j = i + 1; j < passages_.size(); ++j) {
        Joined& other = passages_[j];
        const std::uint32_t begin = in(first, other.spans).begin;
        if (begin > in(first, one.spans).end && begin - in(first, one.spans).end > kRewritten * gap_) break;
        places = begin == at ? places + 1 : 0;
        at = begin;
        if (places >= kMostOfAWord || other.gone) continue;
        if (lies_within(other.spans, one.spans)) {
          other.gone = true;
        } else if (belong(one, other)) {
          one.spans = united(one, other);
          one.in_a.add(other.in_a);
          one.in_b.add(other.in_b);
          other.gone = any = true;
        }
      }
    }
    return any;
  }

  const PlacedWords& a_;
  const PlacedWords& b_;
  std::uint32_t gap_;
  std::vector<Joined> passages_;
};

}  // namespace

void merge_passages(const PlacedWords& a, const PlacedWords& b, std::uint32_t gap, std::vector<WordSpans>& passages) {
  if (passages.size() < 2) return;
  passages = Merge(a, b, gap, passages).all();
}

}  // namespace textkin::align
