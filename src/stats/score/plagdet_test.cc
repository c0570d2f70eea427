#include "stats/score/plagdet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace textkin::stats {
namespace {

TEST(Plagdet, CheckValues) {
  EXPECT_EQ(plagdet(1, 1, 1), 1);
  EXPECT_NEAR(plagdet(.5, 1, 1), .6667, 5e-5);
  EXPECT_NEAR(plagdet(1, 1, 2), .63093, 5e-6);
  EXPECT_NEAR(plagdet(.25, .75, 2), .23660, 5e-6);
  EXPECT_EQ(plagdet(0, 0, 1), 0);
}

TEST(Plagdet, EmptySides) {
  const std::vector<SpanPair> one{{0, 1, {0, 10}, {5, 15}}};
  EXPECT_EQ(score_detections({}, {}).macro.plagdet, 1);
  EXPECT_EQ(score_detections({}, {}).micro.recall, 1);
  EXPECT_EQ(score_detections(one, {}).macro.precision, 0);
  EXPECT_EQ(score_detections({}, one).micro.plagdet, 0);
  EXPECT_EQ(score_detections(one, one).macro.plagdet, 1);
  EXPECT_EQ(score_detections(one, one).micro.plagdet, 1);
}

// The definition over sets of characters.
using Character = std::pair<std::uint32_t, std::uint64_t>;  // document, offset
struct Sides {
  std::set<std::uint64_t> suspicious, source;
};

void cover(const Span& span, std::set<std::uint64_t>& out) {
  for (std::uint64_t at = span.begin; at < span.end; ++at) out.insert(at);
}

Sides characters(const SpanPair& pair) {
  Sides sides;
  cover(pair.in_suspicious, sides.suspicious);
  cover(pair.in_source, sides.source);
  return sides;
}

std::set<std::uint64_t> both(const std::set<std::uint64_t>& x, const std::set<std::uint64_t>& y) {
  std::set<std::uint64_t> out;
  for (const std::uint64_t at : x)
    if (y.count(at) > 0) out.insert(at);
  return out;
}

struct Reference {
  double recall = 0, precision = 0, granularity = 1, micro_recall = 0, micro_precision = 0;
};

double mean_share(const std::vector<SpanPair>& of, const std::vector<SpanPair>& by, std::set<Character>& covered,
                  double* partners_each) {
  double sum = 0, detected = 0, partners = 0;
  for (const SpanPair& s : of) {
    const Sides own = characters(s);
    Sides found;
    double count = 0;
    for (const SpanPair& r : by) {
      if (s.suspicious != r.suspicious || s.source != r.source) continue;
      const Sides other = characters(r);
      const auto x = both(own.suspicious, other.suspicious);
      const auto y = both(own.source, other.source);
      if (x.empty() || y.empty()) continue;
      ++count;
      found.suspicious.insert(x.begin(), x.end());
      found.source.insert(y.begin(), y.end());
    }
    detected += count > 0;
    partners += count;
    for (const std::uint64_t at : found.suspicious) covered.emplace(s.suspicious, at);
    for (const std::uint64_t at : found.source) covered.emplace(s.source, at);
    sum += static_cast<double>(found.suspicious.size() + found.source.size()) /
           static_cast<double>(own.suspicious.size() + own.source.size());
  }
  *partners_each = detected > 0 ? partners / detected : 1;
  return sum / static_cast<double>(of.size());
}

std::set<Character> all_characters(const std::vector<SpanPair>& pairs) {
  std::set<Character> out;
  for (const SpanPair& pair : pairs) {
    const Sides sides = characters(pair);
    for (const std::uint64_t at : sides.suspicious) out.emplace(pair.suspicious, at);
    for (const std::uint64_t at : sides.source) out.emplace(pair.source, at);
  }
  return out;
}

Reference reference(const std::vector<SpanPair>& cases, const std::vector<SpanPair>& detections) {
  Reference out;
  std::set<Character> found, same;
  double ignored;
  out.recall = mean_share(cases, detections, found, &out.granularity);
  out.precision = mean_share(detections, cases, same, &ignored);
  EXPECT_EQ(found, same);
  out.micro_recall = static_cast<double>(found.size()) / static_cast<double>(all_characters(cases).size());
  out.micro_precision = static_cast<double>(found.size()) / static_cast<double>(all_characters(detections).size());
  return out;
}

TEST(Plagdet, EqualsTheDefinitionOnRandomSpans) {
  std::mt19937_64 random(7);
  const auto below = [&](std::uint64_t bound) { return random() % bound; };
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<SpanPair> sets[2];
    for (auto& set : sets)
      for (std::uint64_t i = 1 + below(6); i > 0; --i) {
        const auto span = [&] {
          const std::uint64_t begin = below(40);
          return Span{begin, begin + 1 + below(20)};
        };
        set.push_back({static_cast<std::uint32_t>(below(2)), static_cast<std::uint32_t>(1 + below(2)), span(), span()});
      }
    const PlagdetReport report = score_detections(sets[0], sets[1]);
    const Reference expected = reference(sets[0], sets[1]);
    ASSERT_NEAR(report.macro.recall, expected.recall, 1e-12);
    ASSERT_NEAR(report.macro.precision, expected.precision, 1e-12);
    ASSERT_NEAR(report.granularity, expected.granularity, 1e-12);
    ASSERT_NEAR(report.micro.recall, expected.micro_recall, 1e-12);
    ASSERT_NEAR(report.micro.precision, expected.micro_precision, 1e-12);
    ASSERT_NEAR(report.macro.plagdet, plagdet(expected.precision, expected.recall, expected.granularity), 1e-12);
  }
}

}  // namespace
}  // namespace textkin::stats
