#include "align/runs_in_text.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "textkin/word_weight.h"

namespace textkin::align {

void RunsInText::set(std::span<const CommonRun> runs, std::uint32_t CommonRun::* begin) {
  const auto count = static_cast<std::uint32_t>(runs.size());
  runs_ = runs;
  begin_ = begin;
  leaves_ = std::bit_ceil(runs.size());
  by_begin_.resize(count);
  std::iota(by_begin_.begin(), by_begin_.end(), 0u);
  std::ranges::sort(by_begin_, {}, [&](std::uint32_t run) { return std::pair(begin_of(run), run); });
  rank_.resize(count);
  latest_end_.assign(2 * leaves_, 0);
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    rank_[by_begin_[rank]] = rank;
    latest_end_[leaves_ + rank] = end_of(by_begin_[rank]);
  }
  for (std::size_t node = leaves_; --node > 0;)
    latest_end_[node] = std::max(latest_end_[2 * node], latest_end_[2 * node + 1]);
  // Rank `count` stands for both ends of the list.
  next_.resize(count + 1);
  before_.resize(count + 1);
  for (std::uint32_t rank = 0; rank <= count; ++rank) {
    next_[rank] = rank == count ? 0 : rank + 1;
    before_[rank] = rank == 0 ? count : rank - 1;
  }
}

void RunsInText::drop(std::uint32_t run) {
  const std::uint32_t rank = rank_[run];
  next_[before_[rank]] = next_[rank];
  before_[next_[rank]] = before_[rank];
  std::size_t node = leaves_ + rank;
  latest_end_[node] = 0;
  while ((node /= 2) > 0) latest_end_[node] = std::max(latest_end_[2 * node], latest_end_[2 * node + 1]);
}

std::uint64_t RunsInText::weight_apart(Words words, std::uint32_t run) const {
  const std::uint32_t begin = begin_of(run);
  const std::uint32_t end = end_of(run);
  const std::uint32_t before = latest_end_before(rank_[run]);
  const std::uint32_t next = next_[rank_[run]];
  const bool any_before = before > 0;
  const bool any_behind = next < by_begin_.size();
  const std::uint32_t behind = any_behind ? begin_of(by_begin_[next]) : end;
  if (before > begin || behind < end) return 0;
  if (any_before && (!any_behind || begin - before <= behind - end))
    return weight_of(words.subspan(before, begin - before));
  return weight_of(words.subspan(end, behind - end));
}

std::uint32_t RunsInText::latest_end_before(std::uint32_t rank) const {
  std::uint32_t latest = 0;
  for (std::size_t node = leaves_ + rank; node > 1; node /= 2)
    if (node % 2 == 1) latest = std::max(latest, latest_end_[node - 1]);
  return latest;
}

}  // namespace textkin::align
