#include "align/drop_repeats.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace textkin::align {
namespace {

// The spans of one text that were kept, asked whether one of them holds another: the furthest end of those that begin
// no later, as a tree of greatest ends (Fenwick 1994, A new data structure for cumulative frequency tables).
class KeptSpans {
 public:
  explicit KeptSpans(std::vector<std::uint32_t> begins) : begins_(std::move(begins)) {
    std::ranges::sort(begins_);
    begins_.erase(std::ranges::unique(begins_).begin(), begins_.end());
    furthest_.resize(begins_.size() + 1);
  }

  void add(std::uint32_t begin, std::uint32_t end) {
    for (std::size_t i = number_of(begin); i < furthest_.size(); i += i & (~i + 1))
      furthest_[i] = std::max(furthest_[i], end);
  }
  bool hold(std::uint32_t begin, std::uint32_t end) const {
    std::uint32_t furthest = 0;
    for (std::size_t i = number_of(begin); i != 0; i -= i & (~i + 1)) furthest = std::max(furthest, furthest_[i]);
    return furthest >= end;
  }

 private:
  std::size_t number_of(std::uint32_t begin) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(begins_, begin) - begins_.begin()) + 1;
  }

  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> furthest_;
};

// What was kept of both texts.
class KeptPassages {
 public:
  explicit KeptPassages(const std::vector<WordSpans>& all)
      : in_a_(begins_of(all, &WordSpans::a_begin)), in_b_(begins_of(all, &WordSpans::b_begin)) {}

  void add(const WordSpans& x) {
    in_a_.add(x.a_begin, x.a_end);
    in_b_.add(x.b_begin, x.b_end);
  }
  bool hold_a(const WordSpans& x) const { return in_a_.hold(x.a_begin, x.a_end); }
  bool hold_b(const WordSpans& x) const { return in_b_.hold(x.b_begin, x.b_end); }

 private:
  static std::vector<std::uint32_t> begins_of(const std::vector<WordSpans>& all, std::uint32_t WordSpans::* begin) {
    std::vector<std::uint32_t> out(all.size());
    std::ranges::transform(all, out.begin(), begin);
    return out;
  }

  KeptSpans in_a_;
  KeptSpans in_b_;
};

}  // namespace

void drop_repeats(std::vector<WordSpans>& passages) {
  if (passages.size() <= kFewPassages) return;
  std::ranges::sort(passages, {}, [](const WordSpans& x) {
    return std::tuple(~x.equal, x.a_begin, x.b_begin, x.a_end, x.b_end, x.longest);
  });
  const KeptPassages none(passages);
  KeptPassages all = none;
  std::vector<WordSpans> kept;
  const auto keep_if = [&](auto is_new) {
    std::erase_if(passages, [&](const WordSpans& spans) {
      if (!is_new(spans)) return false;
      all.add(spans);
      kept.push_back(spans);
      return true;
    });
  };
  for (int time = 0; time < 2; ++time)
    keep_if([pairs = none](const WordSpans& x) mutable {
      if (pairs.hold_a(x) || pairs.hold_b(x)) return false;
      pairs.add(x);
      return true;
    });
  keep_if([&](const WordSpans& x) { return !all.hold_a(x) || !all.hold_b(x); });
  passages = std::move(kept);
}

}  // namespace textkin::align
