#include "align/piece_finder.h"

#include <algorithm>
#include <numeric>

#include "align/repeated_runs.h"

namespace textkin::align {
namespace {

// How far a run is from the place that its words would have if the sides were stretched to one length.
std::uint64_t from_own_place(const CommonRun& run, std::size_t a_size, std::size_t b_size) {
  const std::uint64_t in_a = run.a * static_cast<std::uint64_t>(b_size);
  const std::uint64_t in_b = run.b * static_cast<std::uint64_t>(a_size);
  return in_a > in_b ? in_a - in_b : in_b - in_a;
}

}  // namespace

// Runs that cannot be longer at their begin, of `least` words or more, into runs_.
void PieceFinder::add_runs(std::uint32_t least, bool nearest_only) {
  const std::size_t most = most_runs();
  const bool swapped = b_.size() < a_.size();
  const Words indexed = swapped ? b_ : a_;
  const Words other = swapped ? a_ : b_;
  const auto add = [&](std::uint32_t in_indexed, std::uint32_t in_other, std::uint32_t shortest) {
    if (in_indexed > 0 && in_other > 0 && indexed[in_indexed - 1] == other[in_other - 1]) return;
    std::uint32_t length = 0;
    while (in_indexed + length < indexed.size() && in_other + length < other.size() &&
           indexed[in_indexed + length] == other[in_other + length])
      ++length;
    if (length < shortest) return;
    runs_.push_back(swapped ? CommonRun{in_other, in_indexed, length} : CommonRun{in_indexed, in_other, length});
  };
  runs_.clear();
  for (std::uint32_t at = 0; at < other.size(); ++at) {
    const Gram gram = gram_at(other, at, least);
    if (gram.words == 0) break;
    const auto places = std::ranges::equal_range(grams_.all(), gram.hash, {}, &WordGrams::Place::first);
    if (places.empty()) continue;
    if (!nearest_only && places.size() <= kMostPlaces) {
      for (const auto& [hash, place] : places) add(place, at, gram.words);
      if (runs_.size() > most) return add_runs(least, true);
      continue;
    }
    // The run goes on from the word before wherever it can, so that a repeated text has one long run.
    const auto own = static_cast<std::uint32_t>(at * static_cast<std::uint64_t>(indexed.size()) / other.size());
    auto nearest = std::ranges::lower_bound(places, own, {}, &WordGrams::Place::second);
    if (nearest == places.end()) --nearest;
    add(nearest->second, at, gram.words);
  }
}

void PieceFinder::search_runs(std::uint32_t least) {
  grams_.index(b_.size() < a_.size() ? b_ : a_, least);
  add_runs(least, false);
}

// What of `runs` lies in the passage, into runs_; false: there are too many.
bool PieceFinder::take_runs(std::span<const CommonRun> runs, const WordSpans& passage, std::uint32_t least) {
  const auto until = [](std::uint32_t end, std::uint32_t from) { return end - std::min(end, from); };
  runs_.clear();
  for (const CommonRun& run : runs) {
    if (run.a >= passage.a_end) break;
    const std::uint32_t begin = std::max(until(passage.a_begin, run.a), until(passage.b_begin, run.b));
    const std::uint32_t end = std::min({run.length, until(passage.a_end, run.a), until(passage.b_end, run.b)});
    if (end < begin + least) continue;
    runs_.push_back({run.a + begin - passage.a_begin, run.b + begin - passage.b_begin, end - begin});
  }
  return runs_.size() <= most_runs();
}

void PieceFinder::tile(std::uint32_t least) {
  const auto comes_later = [&](const CommonRun& x, const CommonRun& y) {
    if (x.length != y.length) return x.length < y.length;
    const std::uint64_t of_x = from_own_place(x, a_.size(), b_.size());
    const std::uint64_t of_y = from_own_place(y, a_.size(), b_.size());
    if (of_x != of_y) return of_x > of_y;
    return std::pair(x.a, x.b) > std::pair(y.a, y.b);
  };
  used_a_.assign(a_.size(), false);
  used_b_.assign(b_.size(), false);
  tiles_.clear();
  std::ranges::make_heap(runs_, comes_later);
  while (!runs_.empty()) {
    std::ranges::pop_heap(runs_, comes_later);
    const CommonRun run = runs_.back();
    runs_.pop_back();
    std::uint32_t begin = 0;
    for (std::uint32_t i = 0; i <= run.length; ++i) {
      if (i < run.length && !used_a_[run.a + i] && !used_b_[run.b + i]) continue;
      const CommonRun part{run.a + begin, run.b + begin, i - begin};
      begin = i + 1;
      if (gram_at(a_.subspan(part.a, part.length), 0, least).words == 0) continue;
      if (part.length == run.length) {
        tiles_.push_back(part);
        std::fill_n(used_a_.begin() + std::ptrdiff_t{part.a}, part.length, true);
        std::fill_n(used_b_.begin() + std::ptrdiff_t{part.b}, part.length, true);
        break;
      }
      runs_.push_back(part);
      std::ranges::push_heap(runs_, comes_later);
    }
  }
}

void PieceFinder::sort_tiles() {
  std::ranges::sort(tiles_, {}, &CommonRun::a);
  in_b_.resize(tiles_.size());
  rank_.resize(tiles_.size());
  std::iota(in_b_.begin(), in_b_.end(), 0u);
  std::ranges::sort(in_b_, {}, [&](std::uint32_t i) { return tiles_[i].b; });
  for (std::uint32_t i = 0; i < in_b_.size(); ++i) rank_[in_b_[i]] = i;
}

// Each step makes one more word of either side equal.
void PieceFinder::give_back() {
  for (std::uint32_t i = 0; i < tiles_.size(); ++i) {
    if (i + 1 == tiles_.size() || rank_[i] + 1 == tiles_.size()) continue;
    CommonRun& tile = tiles_[i];
    CommonRun& behind_in_a = tiles_[i + 1];
    CommonRun& behind_in_b = tiles_[in_b_[rank_[i] + 1]];
    while (&behind_in_a != &behind_in_b && tile.length > 1 && behind_in_a.a == tile.a_end() &&
           behind_in_b.b == tile.b_end() && behind_in_a.b > 0 && behind_in_b.a > 0 && !used_b_[behind_in_a.b - 1] &&
           !used_a_[behind_in_b.a - 1] && b_[behind_in_a.b - 1] == a_[tile.a_end() - 1] &&
           a_[behind_in_b.a - 1] == a_[tile.a_end() - 1]) {
      --tile.length;
      for (CommonRun* longer : {&behind_in_a, &behind_in_b}) {
        --longer->a;
        --longer->b;
        ++longer->length;
      }
      used_b_[behind_in_a.b] = used_a_[behind_in_b.a] = true;
    }
    const auto before_in_b = rank_[i] == 0 ? nullptr : &tiles_[in_b_[rank_[i] - 1]];
    if (i == 0 || before_in_b == nullptr || before_in_b == &tiles_[i - 1]) continue;
    CommonRun& before_in_a = tiles_[i - 1];
    while (tile.length > 1 && before_in_a.a_end() == tile.a && before_in_b->b_end() == tile.b &&
           before_in_a.b_end() < b_.size() && before_in_b->a_end() < a_.size() && !used_b_[before_in_a.b_end()] &&
           !used_a_[before_in_b->a_end()] && b_[before_in_a.b_end()] == a_[tile.a] &&
           a_[before_in_b->a_end()] == a_[tile.a]) {
      used_b_[before_in_a.b_end()] = used_a_[before_in_b->a_end()] = true;
      ++tile.a;
      ++tile.b;
      --tile.length;
      ++before_in_a.length;
      ++before_in_b->length;
    }
  }
}

// Between `before` and the next tile, or the passage's end.
void PieceFinder::fill(const CommonRun& before, std::uint32_t a_end, std::uint32_t b_end) {
  const Words a = a_.subspan(before.a_end(), a_end - before.a_end());
  const Words b = b_.subspan(before.b_end(), b_end - before.b_end());
  if (a.empty() || b.empty() || (a.size() + 1) * (b.size() + 1) > GapWords::kMostCells) return;
  if (all_whole_) {
    gap_.find(a, b, kNear, in_gap_);
    for (const auto& [in_a, in_b] : in_gap_) tiles_.push_back({before.a_end() + in_a, before.b_end() + in_b, 1});
    return;
  }
  whole_words(a, whole_a_);
  whole_words(b, whole_b_);
  gap_.find(whole_a_, whole_b_, static_cast<std::uint32_t>(kNear * kWordWeight * a.size() / weight_of(a)), in_gap_);
  std::uint32_t a_done = 0;
  std::uint32_t b_done = 0;
  for (const auto& [in_a, in_b] : in_gap_) {
    const std::uint32_t words = std::max(gram_at(a, in_a, 1).words, 1u);
    const std::uint32_t done = std::max(a_done - std::min(a_done, in_a), b_done - std::min(b_done, in_b));
    a_done = in_a + words;
    b_done = in_b + words;
    if (done < words) tiles_.push_back({before.a_end() + in_a + done, before.b_end() + in_b + done, words - done});
  }
}

// Single words between tiles that are neighbours on both sides, and at both ends; tiles_ stays in order.
void PieceFinder::fill_gaps() {
  const auto tiles = static_cast<std::uint32_t>(tiles_.size());
  for (std::uint32_t i = 0; i <= tiles; ++i) {  // the gap before tile i
    const bool neighbours = i == 0       ? tiles == 0 || rank_[0] == 0
                            : i == tiles ? rank_[i - 1] + 1 == tiles
                                         : rank_[i - 1] + 1 == rank_[i];
    if (!neighbours) continue;
    const CommonRun before = i == 0 ? CommonRun{} : tiles_[i - 1];
    const std::size_t a_end = i == tiles ? a_.size() : tiles_[i].a;
    const std::size_t b_end = i == tiles ? b_.size() : tiles_[i].b;
    fill(before, static_cast<std::uint32_t>(a_end), static_cast<std::uint32_t>(b_end));
  }
  std::ranges::sort(tiles_, {}, &CommonRun::a);
}

void PieceFinder::append(const WordSpans& passage, std::vector<Piece>& out) {
  const std::size_t first = out.size();
  for (const CommonRun& tile : tiles_) {
    const Piece piece{tile.a + passage.a_begin, tile.b + passage.b_begin, tile.length};
    if (out.size() > first && out.back().a_first_word + out.back().words == piece.a_first_word &&
        out.back().b_first_word + out.back().words == piece.b_first_word)
      out.back().words += piece.words;
    else
      out.push_back(piece);
  }
}

std::uint32_t PieceFinder::find(Words a, Words b, const WordSpans& passage, std::vector<Piece>& out,
                                std::span<const CommonRun> runs) {
  a_ = a.subspan(passage.a_begin, passage.a_words());
  b_ = b.subspan(passage.b_begin, passage.b_words());
  tiles_.clear();
  if (std::ranges::equal(a_, b_)) {
    tiles_.push_back({0, 0, passage.a_words()});
  } else {
    all_whole_ = all_whole(a_) && all_whole(b_);
    const std::uint32_t least = std::clamp(all_whole_ ? passage.longest : passage.longest / 4, 1u, kLeastTile);
    // Runs of light words begin elsewhere in a passage than in its text.
    const bool are_known = !runs.empty() && all_whole_ && least == kLeastTile;
    if (!are_known || !take_runs(runs, passage, least)) search_runs(least);
    tile(least);
    sort_tiles();
    give_back();
    fill_gaps();
  }
  append(passage, out);
  return std::accumulate(tiles_.begin(), tiles_.end(), 0u,
                         [](std::uint32_t sum, const CommonRun& tile) { return sum + tile.length; });
}

}  // namespace textkin::align
