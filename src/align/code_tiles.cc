#include "align/code_tiles.h"

#include <algorithm>
#include <tuple>

#include "align/aligner.h"
#include "align/repeated_runs.h"

namespace textkin::align {
namespace {

std::span<const WordGrams::Place> runs_of(const PlacedWords& text, std::uint32_t length, WordGrams& own) {
  WordGrams& grams = text.grams == nullptr ? own : *text.grams;
  if (text.grams == nullptr || grams.all().empty()) grams.index(text.words, length);
  return grams.all();
}

// The longest first, of equally long ones that which was moved least.
auto rank(const CommonRun& run) {
  const std::uint32_t moved = run.a > run.b ? run.a - run.b : run.b - run.a;
  return std::tuple(run.length, ~moved, ~run.a, ~run.b);
}

}  // namespace

// A run as parts that count on both sides, and parts that count nowhere on one side; whole, where all are too short.
void CodeTiles::split(const CommonRun& run, const CountedWords& a_counted, const CountedWords& b_counted,
                      std::uint32_t least) {
  bool any = false;
  const auto counts = [&](std::uint32_t i) { return a_counted.counts(run.a + i) && b_counted.counts(run.b + i); };
  for (std::uint32_t begin = 0, end = 0; begin < run.length; begin = end) {
    const bool counted = counts(begin);
    for (end = begin + 1; end < run.length && counts(end) == counted;) ++end;
    if (end - begin < (counted ? least : kLeastExcluded)) continue;
    push({{run.a + begin, run.b + begin, end - begin}, counted});
    any = true;
  }
  if (!any && run.length >= least) push({run, false});  // where both change every few tokens
}

void CodeTiles::push(const Part& part) {
  parts_.push_back(part);
  std::ranges::push_heap(parts_, {}, [](const Part& x) { return rank(x.run); });
}

void CodeTiles::tile(std::uint32_t least) {
  while (!parts_.empty()) {
    std::ranges::pop_heap(parts_, {}, [](const Part& x) { return rank(x.run); });
    const Part part = parts_.back();
    parts_.pop_back();
    const auto free = [&](std::uint32_t i) { return !used_a_[part.run.a + i] && !used_b_[part.run.b + i]; };
    std::uint32_t begin = 0;
    while (begin < part.run.length && free(begin)) ++begin;
    if (begin == part.run.length) {
      for (std::uint32_t i = 0; i < part.run.length; ++i) used_a_[part.run.a + i] = used_b_[part.run.b + i] = true;
      tiles_.push_back(part);
      continue;
    }
    // What is left of it comes again, in its place.
    for (std::uint32_t end = begin = 0; begin < part.run.length; begin = end) {
      const bool left = free(begin);
      for (end = begin + 1; end < part.run.length && free(end) == left;) ++end;
      if (left && end - begin >= (part.counts ? least : kLeastExcluded))
        push({{part.run.a + begin, part.run.b + begin, end - begin}, part.counts});
    }
  }
}

void CodeTiles::chain(std::vector<WordSpans>& out) {
  std::vector<std::size_t> by_b(tiles_.size());
  for (std::size_t i = 0; i < by_b.size(); ++i) by_b[i] = i;
  std::ranges::sort(tiles_, {}, [](const Part& x) { return x.run.a; });
  std::ranges::sort(by_b, {}, [&](std::size_t i) { return tiles_[i].run.b; });
  std::vector<std::size_t> place(by_b.size());
  for (std::size_t i = 0; i < by_b.size(); ++i) place[by_b[i]] = i;
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    const CommonRun& run = tiles_[i].run;
    if (i > 0 && place[i] == place[i - 1] + 1 && tiles_[i].counts == tiles_[i - 1].counts &&
        run.a - tiles_[i - 1].run.a_end() <= kMostBetween && run.b - tiles_[i - 1].run.b_end() <= kMostBetween) {
      out.back().a_end = run.a_end();
      out.back().b_end = run.b_end();
      out.back().equal += run.length;
      out.back().longest = std::max(out.back().longest, run.length);
    } else {
      out.push_back({run.a, run.a_end(), run.b, run.b_end(), run.length, run.length});
    }
  }
}

std::uint64_t CodeTiles::find(const PlacedWords& a, const PlacedWords& b, const CountedWords& a_counted,
                              const CountedWords& b_counted, std::uint32_t least, std::vector<WordSpans>& out,
                              std::uint64_t most) {
  out.clear();
  seeds_.clear();
  const std::uint32_t shortest = std::min(least, kLeastExcluded + 0u);
  const bool all = a_counted.all() && b_counted.all();
  const std::uint32_t length = all ? least : shortest;
  SeedCounter seeds(seeds_, most / Aligner::kBytesASeed);
  for_shared_grams(all ? runs_of(a, length, in_a_) : (in_a_.index(a.words, length), in_a_.all()),
                   all ? runs_of(b, length, in_b_) : (in_b_.index(b.words, length), in_b_.all()),
                   [&](std::span<const WordGrams::Place> x, std::span<const WordGrams::Place> y) {
                     for (const auto& [hash, at_a] : x.first(std::min(x.size(), kMostPlaces)))
                       for (const auto& [same, at_b] : y.first(std::min(y.size(), kMostPlaces))) seeds.add(at_a, at_b);
                   });
  if (!seeds.all_are_there()) return seeds.count() * Aligner::kBytesASeed;
  common_runs(a.words, b.words, seeds_, runs_);
  parts_.clear();
  tiles_.clear();
  used_a_.assign(a.words.size(), false);
  used_b_.assign(b.words.size(), false);
  for (const CommonRun& run : runs_) split(run, a_counted, b_counted, least);
  tile(least);
  chain(out);
  return 0;
}

}  // namespace textkin::align
