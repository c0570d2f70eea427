#include "join/exact/neighbour_search.h"

#include <algorithm>
#include <vector>

#include "base/parallel.h"
#include "join/exact/sample_index.h"
#include "join/sets/feature_arena.h"
#include "textkin/feature_source.h"

namespace textkin::join {
namespace {

constexpr std::size_t kDocumentsATask = 64;  // documents a task
constexpr std::size_t kLoadsAThread = 8;     // sets read at once before the memory is looked at

// The sets of the first documents of `asked`, as many as fit, at least one.
class Portion {
 public:
  Status load(std::span<const DocId> asked, std::uint64_t memory_bytes, FeatureSources& sources) {
    arena_.clear();
    sets_.clear();
    std::vector<std::vector<Feature>> loaded(sources.size() * kLoadsAThread);
    while (sets_.size() < asked.size() && (sets_.empty() || bytes() < memory_bytes)) {
      const std::span<const DocId> next =
          asked.subspan(sets_.size(), std::min(loaded.size(), asked.size() - sets_.size()));
      TEXTKIN_RETURN_IF_ERROR(base::parallel_for(
          next.size(), static_cast<unsigned>(sources.size()),
          [&](std::size_t i, unsigned worker) { return sources[worker]->features(next[i], loaded[i]); }));
      for (std::size_t i = 0; i < next.size(); ++i) sets_.push_back(arena_.store(loaded[i]));
    }
    return {};
  }

  const std::vector<FeatureView>& sets() const { return sets_; }

 private:
  std::uint64_t bytes() const {
    return arena_.bytes() / sizeof(Feature) * (sizeof(Feature) + SampleIndex::kIndexBytes);
  }

  FeatureArena arena_;
  std::vector<FeatureView> sets_;
};

struct Searcher {
  SampleIndex::Asker asker;
  std::vector<Feature> set;
  std::vector<std::uint32_t> similar;
};

}  // namespace

Status find_neighbours(std::span<const DocId> asked, DocId first, DocId end, const NeighbourOptions& options,
                       FeatureSources& sources, const OnNeighbour& on_neighbour) {
  if (sources.empty()) return Status(Code::kInvalidArgument, "find_neighbours needs a feature source a thread");
  const auto threads = static_cast<unsigned>(sources.size());
  const std::size_t documents = end > first ? end - first : 0;
  Portion portion;
  for (std::size_t done = 0; done < asked.size(); done += portion.sets().size()) {
    TEXTKIN_RETURN_IF_ERROR(portion.load(asked.subspan(done), options.memory_bytes, sources));
    TEXTKIN_ASSIGN_OR_RETURN(const SampleIndex index,
                             SampleIndex::make(portion.sets(), options.threshold, options.directed));
    std::vector<Searcher> workers(threads, Searcher{.asker = SampleIndex::Asker(index), .set = {}, .similar = {}});
    const std::size_t stretches = (documents + kDocumentsATask - 1) / kDocumentsATask;
    TEXTKIN_RETURN_IF_ERROR(base::parallel_for(stretches, threads, [&](std::size_t stretch, unsigned worker) {
      Searcher& own = workers[worker];
      const auto stretch_end = static_cast<DocId>(first + std::min(documents, (stretch + 1) * kDocumentsATask));
      for (auto doc = static_cast<DocId>(first + stretch * kDocumentsATask); doc < stretch_end; ++doc) {
        TEXTKIN_RETURN_IF_ERROR(sources[worker]->features(doc, own.set));
        index.similar(own.set, own.asker, own.similar);
        for (const std::uint32_t i : own.similar)
          if (asked[done + i] != doc) on_neighbour(done + i, doc, worker);
      }
      return Status();
    }));
  }
  return {};
}

}  // namespace textkin::join
