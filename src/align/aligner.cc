#include "align/aligner.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "align/clusters_by_gap.h"
#include "align/drop_repeats.h"
#include "align/grow.h"
#include "align/loose_ends.h"
#include "align/merge_passages.h"
#include "align/repeated_runs.h"
#include "align/runs_in_order.h"

namespace textkin::align {
namespace {

// Texts with fewer equal words than this (by their weight) around their seeds are not looked at any closer.
constexpr std::uint32_t kReason = 8;

WordSpans bounds(std::span<const CommonRun> runs) {
  WordSpans out{.a_begin = std::numeric_limits<std::uint32_t>::max(),
                .b_begin = std::numeric_limits<std::uint32_t>::max()};
  for (const CommonRun& run : runs) {
    out.a_begin = std::min(out.a_begin, run.a);
    out.a_end = std::max(out.a_end, run.a_end());
    out.b_begin = std::min(out.b_begin, run.b);
    out.b_end = std::max(out.b_end, run.b_end());
    out.longest = std::max(out.longest, run.length);
  }
  return out;
}

std::uint64_t weight_of_run(Words a, const CommonRun& run) { return weight_of(a.subspan(run.a, run.length)); }

// Grows the spans at either end where one run is the outermost of both texts.
void grow(Words a, Words b, bool whole, std::span<const CommonRun> runs, WordSpans& spans) {
  const bool first =
      std::ranges::any_of(runs, [&](const CommonRun& run) { return run.a == spans.a_begin && run.b == spans.b_begin; });
  const bool last = std::ranges::any_of(
      runs, [&](const CommonRun& run) { return run.a_end() == spans.a_end && run.b_end() == spans.b_end; });
  if (first) {
    const Growth before = grow_backward(a.first(spans.a_begin), b.first(spans.b_begin), whole);
    spans.equal += before.equal;
    spans.a_begin -= before.a;
    spans.b_begin -= before.b;
  }
  if (last) {
    const Growth behind = grow_forward(a.subspan(spans.a_end), b.subspan(spans.b_end), whole);
    spans.equal += behind.equal;
    spans.a_end += behind.a;
    spans.b_end += behind.b;
  }
}

// Whether the texts have so much in common around their seeds that all their words are worth a look.
bool is_reason(Words a, Words b, bool whole, std::span<const CommonRun> runs, std::uint32_t enough) {
  std::uint64_t shared = 0;
  for (const CommonRun& run : runs) shared += weight_of_run(a, run);
  if (shared >= enough) return true;
  return std::ranges::any_of(runs, [&](const CommonRun& run) {
    return weight_of_run(a, run) + grow_backward(a.first(run.a), b.first(run.b), whole).score +
               grow_forward(a.subspan(run.a_end()), b.subspan(run.b_end()), whole).score >=
           enough;
  });
}

// Words of the side that the runs cover less of: those that are equal whatever their order.
std::uint32_t covered(std::span<const CommonRun> runs) {
  if (runs.size() == 1) return runs[0].length;
  const auto side = [&](std::uint32_t CommonRun::* begin) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> spans;
    for (const CommonRun& run : runs) spans.emplace_back(run.*begin, run.*begin + run.length);
    std::ranges::sort(spans);
    std::uint32_t sum = 0;
    std::uint32_t done = 0;
    for (const auto& [from, to] : spans) {
      sum += to > std::max(from, done) ? to - std::max(from, done) : 0;
      done = std::max(done, to);
    }
    return sum;
  };
  return std::min(side(&CommonRun::a), side(&CommonRun::b));
}

}  // namespace

std::span<const WordGrams::Place> Aligner::fine_runs(const PlacedWords& text, WordGrams& own) {
  WordGrams& grams = text.grams == nullptr ? own : *text.grams;
  if (text.grams == nullptr || grams.all().empty()) grams.index(text.words, kFineRun);
  return grams.all();
}

template <class Body>
void Aligner::for_fine_runs(const PlacedWords& a, const PlacedWords& b, Body body) {
  all_runs_ = true;
  for_shared_grams(fine_runs(a, in_a_), fine_runs(b, in_b_),
                   [&](std::span<const WordGrams::Place> x, std::span<const WordGrams::Place> y) {
                     if (x.size() > kMostPlaces || y.size() > kMostPlaces) {
                       all_runs_ = false;
                       return;
                     }
                     body(x, y);
                   });
}

// Those that add_fine_runs() finds besides the runs that there are.
std::uint64_t Aligner::count_fine_seeds(const PlacedWords& a, const PlacedWords& b) {
  std::uint64_t count = 0;
  for_fine_runs(a, b, [&](const auto& x, const auto& y) { count += x.size() * y.size(); });
  return count;
}

// Returns how many seeds there are; where they are more than `most_seeds`, not all of them are used.
std::uint64_t Aligner::add_fine_runs(const PlacedWords& a, const PlacedWords& b, std::uint64_t most_seeds) {
  fine_.clear();
  for (const CommonRun& run : runs_) fine_.push_back({run.a, run.b});
  SeedCounter seeds(fine_, most_seeds);
  for_fine_runs(a, b, [&](const auto& x, const auto& y) {
    for (const auto& [hash, at_a] : x)
      for (const auto& [same, at_b] : y) seeds.add(at_a, at_b);
  });
  if (seeds.all_are_there()) common_runs(a.words, b.words, fine_, runs_);
  return seeds.count();
}

// Of spans whose table is too large, the equal words of the runs that follow one another and of what lies between them:
// a common subsequence, if not always the longest.
std::uint32_t Aligner::equal_in_order(Words a, Words b, std::span<const CommonRun> runs, const WordSpans& spans) {
  const auto count = [&](const WordSpans& x) -> std::uint32_t {
    if (std::uint64_t{x.a_words()} * x.b_words() > kMostCells) return 0;
    return common_.count(a.subspan(x.a_begin, x.a_words()), b.subspan(x.b_begin, x.b_words()));
  };
  if (std::uint64_t{spans.a_words()} * spans.b_words() <= kMostCells) return count(spans);
  std::uint32_t equal = 0;
  WordSpans between = spans;
  for (const CommonRun& run : runs_in_order(runs)) {
    between.a_end = run.a;
    between.b_end = run.b;
    equal += count(between) + run.length;
    between.a_begin = run.a_end();
    between.b_begin = run.b_end();
  }
  between.a_end = spans.a_end;
  between.b_end = spans.b_end;
  return equal + count(between);
}

// Whether a passage that was found has grown over these spans: to grow from each run of a passage would take its
// square.
bool Aligner::is_told(const WordSpans& spans) {
  std::erase_if(told_, [&](const WordSpans& one) { return one.a_end <= spans.a_begin; });
  return std::ranges::any_of(told_, [&](const WordSpans& one) { return lies_within(spans, one); });
}

void Aligner::cut(const PlacedWords& a, const PlacedWords& b, std::span<const CommonRun> runs, std::uint32_t gap,
                  std::vector<WordSpans>& out) {
  const RunClusters clusters = clusters_by_gap(a, b, runs, gap);
  std::vector<CommonRun> cluster;
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    cluster.assign(clusters[i].begin(), clusters[i].end());
    loose_ends_.drop(a.words, b.words, cluster, spec_.guarantee);
    WordSpans spans = bounds(cluster);
    if (is_told(spans)) continue;
    grow(a.words, b.words, whole_, cluster, spans);
    const bool guaranteed = std::ranges::any_of(
        cluster, [&](const CommonRun& run) { return is_guaranteed(a.words, run, spec_.guarantee); });
    const std::uint32_t length =
        std::min(a.end[spans.a_end - 1] - a.begin[spans.a_begin], b.end[spans.b_end - 1] - b.begin[spans.b_begin]);
    if (!guaranteed && length < spec_.min_length) continue;
    spans.equal += covered(cluster);
    // As a rule these are enough, and equal words between the runs need not be counted.
    if (cluster.size() > 1 && spans.identity() < kAlike)
      spans.equal = std::max(spans.equal, equal_in_order(a.words, b.words, cluster, spans));
    if (cluster.size() == 1 || spans.identity() >= kAlike) {
      out.push_back(spans);
      told_.push_back(spans);
    } else if (gap > 1) {
      cut(a, b, cluster, gap / 2, out);
    } else {
      // Runs that overlap or touch and are still not alike: repeats of one phrase. Each long one stands for itself.
      for (const CommonRun& run : cluster)
        if (is_guaranteed(a.words, run, spec_.guarantee))
          out.push_back({run.a, run.a_end(), run.b, run.b_end(), run.length, run.length});
    }
  }
}

std::uint64_t Aligner::align(const PlacedWords& a, const PlacedWords& b, std::vector<Seed>& seeds,
                             std::vector<WordSpans>& out, std::uint64_t most) {
  out.clear();
  all_runs_ = false;
  const std::uint64_t most_seeds = most / kBytesASeed;
  if (is_repetitive(seeds)) {
    const std::vector<Seed> given = seeds;
    SeedCounter found(seeds, most_seeds);
    add_repeated_runs(a.words, b.words, spec_.guarantee, found);
    if (!found.all_are_there()) {
      seeds = given;
      return (found.count() + count_fine_seeds(a, b)) * kBytesASeed;
    }
  }
  common_runs(a.words, b.words, seeds, runs_);
  whole_ = all_whole(a.words) && all_whole(b.words);
  if (!is_reason(a.words, b.words, whole_, runs_, kWordWeight * std::min(kReason, spec_.guarantee))) return 0;
  if (const std::uint64_t fine = add_fine_runs(a, b, most_seeds); fine > most_seeds) return fine * kBytesASeed;
  told_.clear();
  cut(a, b, runs_, spec_.max_gap, out);
  drop_repeats(out);
  merge_passages(a, b, spec_.max_gap, out);
  std::ranges::sort(out, {}, [](const WordSpans& x) { return std::tuple(x.a_begin, x.b_begin, x.a_end, x.b_end); });
  return 0;
}

}  // namespace textkin::align
