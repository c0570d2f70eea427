// RuCircle: the images x i mod n of the rows of two columns on a circle of n places, and the gaps between them.
//
// z(i) = x i + y mod n, a remainder of 0 written n, is least for the first image at or behind the place 1 - y, and
// greatest for the first at or before the place -y. So the y for which the minimum is that of the image at one end of
// a gap are as many as the gap is long, and they are those for which the maximum is that of the image at its other end:
// behind a gap from place `before` to place `place` the y = 1 - place, ..., -before mod n.
// Cost of a circle: min(n, u log u) for u rows in the union. Threads: one circle a thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "textkin/status.h"

namespace textkin::stats {

// Between an image and the next one; where there is one image alone, all of the circle.
struct RuGap {
  std::uint32_t first_y = 0;  // 0 .. n - 1; the y of this gap are `length` from here on, around the circle
  std::uint32_t length = 0;
  std::uint8_t before = 0;  // the sets of the image that the gap begins behind: it is the maximum
  std::uint8_t next = 0;    // the sets of the image that it ends with: it is the minimum
};

class RuCircle {
 public:
  static constexpr std::uint8_t kInA = 1;
  static constexpr std::uint8_t kInB = 2;
  static constexpr std::uint8_t kInBoth = kInA | kInB;

  // Rows of 1 .. n, ascending, without repeats; else kInvalidArgument. An empty set matches nothing: no gaps.
  static Result<RuCircle> of(std::uint32_t n, std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

  // kExhausted where so many multipliers would take minutes.
  Status check_cost(std::uint64_t multipliers) const;

  // Calls visit(gap) for every gap of the circle of x.
  template <class Visit>
  void gaps(std::uint32_t x, Visit visit) {
    images(x);
    if (images_.empty()) return;
    std::uint64_t before = images_.back();
    for (const std::uint64_t image : images_) {
      const auto from = static_cast<std::uint32_t>(before >> 2);
      const auto to = static_cast<std::uint32_t>(image >> 2);
      const std::uint32_t length = to > from ? to - from : to + (n_ - from);
      visit(RuGap{to <= 1 ? (1 - to) % n_ : n_ + 1 - to, length, static_cast<std::uint8_t>(before & 3),
                  static_cast<std::uint8_t>(image & 3)});
      before = image;
    }
  }

 private:
  struct Row {
    std::uint32_t row;
    std::uint8_t sets;
  };

  RuCircle(std::uint32_t n, std::vector<Row> rows);
  // Fills images_: place and sets, by place, each place once.
  void images(std::uint32_t x);

  std::uint32_t n_;
  std::vector<Row> rows_;
  bool sorted_ = false;
  std::uint64_t steps_ = 0;            // of one circle
  std::vector<std::uint8_t> sets_;     // by place
  std::vector<std::uint64_t> images_;  // 4 * place + sets
};

}  // namespace textkin::stats
