#include "engine/passages/leave_out_common.h"

#include <memory>
#include <shared_mutex>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "engine/passages/pair_aligner.h"
#include "engine/passages/passage_pairs.h"

namespace textkin::engine::passages {

Status leave_out_common(const PassagesOptions& wanted, FoundPassages& found) {
  const unsigned threads = found.collection.threads;
  found.common.find(found.passages, found.exclusions.common);
  found.stats.excluded_words[static_cast<std::size_t>(ExclusionKind::kCommon)] = found.common.words();
  if (found.common.empty() || !has(found.exclusions.counted, ExclusionKind::kCommon)) return {};
  // Pairs one behind the other, those with the same first document together: [begin, end) of the passages.
  std::vector<std::pair<std::size_t, std::size_t>> stretches;
  std::vector<Passage> kept;
  std::vector<PassagePair> kept_pairs;
  std::size_t pair = 0;
  for (std::size_t begin = 0, end = 0; begin < found.passages.size(); begin = end, ++pair) {
    const Passage& first = found.passages[begin];
    end = pair_end(found.passages, begin);
    if (found.common.of(first.a).empty() && found.common.of(first.b).empty()) {
      kept.insert(kept.end(), found.passages.begin() + static_cast<std::ptrdiff_t>(begin),
                  found.passages.begin() + static_cast<std::ptrdiff_t>(end));
      if (wanted.totals) kept_pairs.push_back(found.pairs[pair]);
    } else if (!stretches.empty() && stretches.back().second == begin && found.passages[begin - 1].a == first.a) {
      stretches.back().second = end;
    } else {
      stretches.emplace_back(begin, end);
    }
  }
  const std::uint64_t share = found.collection.budget->limit() / 4;
  std::shared_mutex alone;
  PairRooms rooms(found.collection);
  std::vector<std::unique_ptr<PairAligner>> workers;
  for (unsigned thread = 0; thread < threads; ++thread)
    workers.push_back(std::make_unique<PairAligner>(wanted, found, found.common, share / threads, alone, rooms));
  TEXTKIN_RETURN_IF_ERROR(
      base::parallel_for(stretches.size(), threads, [&](std::size_t stretch, unsigned thread) -> Status {
        const auto& [from, to] = stretches[stretch];
        for (std::size_t begin = from, end = from; begin < to; begin = end) {
          end = pair_end(found.passages, begin);
          TEXTKIN_RETURN_IF_ERROR(workers[thread]->cut(std::span(found.passages).subspan(begin, end - begin)));
        }
        return {};
      }));
  TEXTKIN_RETURN_IF_ERROR(rooms.check());
  found.passages = std::move(kept);
  found.pairs = std::move(kept_pairs);
  for (auto& worker : workers) {
    worker->move_to(found);
    worker.reset();
  }
  order(found.passages, found.pairs);
  return {};
}

}  // namespace textkin::engine::passages
