#include "align/drop_repeats.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>

namespace textkin::align {
namespace {

WordSpans passage(std::uint32_t a, std::uint32_t b, std::uint32_t words) {
  return {.a_begin = a, .a_end = a + words, .b_begin = b, .b_end = b + words, .equal = words, .longest = words};
}

bool holds_a(const WordSpans& outer, const WordSpans& inner) {
  return outer.a_begin <= inner.a_begin && inner.a_end <= outer.a_end;
}

bool holds_b(const WordSpans& outer, const WordSpans& inner) {
  return outer.b_begin <= inner.b_begin && inner.b_end <= outer.b_end;
}

// A form: each of so many fields of one text reads like each of so many of the other.
std::vector<WordSpans> form(std::uint32_t in_a, std::uint32_t in_b) {
  std::vector<WordSpans> all;
  for (std::uint32_t i = 0; i < in_a; ++i)
    for (std::uint32_t j = 0; j < in_b; ++j) all.push_back(passage(100 * i, 100 * j, 20));
  return all;
}

TEST(DropRepeats, FewStayAsTheyAre) {
  std::vector<WordSpans> all = form(8, 8);
  ASSERT_EQ(all.size(), kFewPassages);
  drop_repeats(all);
  EXPECT_EQ(all.size(), kFewPassages);
}

TEST(DropRepeats, OfAFormEachFieldStaysTwice) {
  std::vector<WordSpans> all = form(30, 20);
  drop_repeats(all);
  EXPECT_EQ(all.size(), 2u * 20 + 10);  // both sides new, twice; then those of the first text that were not there
  for (const auto side : {&WordSpans::a_begin, &WordSpans::b_begin})
    for (std::uint32_t i = 0; i < (side == &WordSpans::a_begin ? 30u : 20u); ++i)
      EXPECT_TRUE(std::ranges::any_of(all, [&](const WordSpans& x) { return x.*side == 100 * i; })) << i;
  EXPECT_TRUE(std::ranges::any_of(all, [](const WordSpans& x) { return x.a_begin == 700 && x.b_begin == 700; }));
}

// Quoted here and not there, in both texts: the pair that is no quotation on either side stays.
TEST(DropRepeats, WhatStandsTwiceInBothIsPairedEachWithEach) {
  std::vector<WordSpans> all = form(20, 20);
  for (const std::uint32_t i : {0u, 1u})
    for (const std::uint32_t j : {0u, 1u}) all.push_back(passage(5000 + 100 * i, 5000 + 100 * j, 12));
  drop_repeats(all);
  EXPECT_EQ(std::ranges::count_if(all, [](const WordSpans& x) { return x.a_begin >= 5000; }), 4);
}

RC_GTEST_PROP(DropRepeats, WhatIsLeftOutStandsInOthersOnBothSides, ()) {
  const auto places = *rc::gen::inRange(3u, 60u);
  const auto all = *rc::gen::container<std::vector<WordSpans>>(
      *rc::gen::inRange<std::size_t>(0, 400),
      rc::gen::apply([](std::uint32_t a, std::uint32_t b, std::uint32_t words) { return passage(a, b, words); },
                     rc::gen::inRange(0u, places), rc::gen::inRange(0u, places), rc::gen::inRange(1u, 12u)));
  std::vector<WordSpans> kept = all;
  drop_repeats(kept);
  RC_ASSERT(kept.size() <= all.size());
  for (const WordSpans& x : all) {
    RC_ASSERT(std::ranges::any_of(kept, [&](const WordSpans& y) { return holds_a(y, x); }));
    RC_ASSERT(std::ranges::any_of(kept, [&](const WordSpans& y) { return holds_b(y, x); }));
  }
}

}  // namespace
}  // namespace textkin::align
