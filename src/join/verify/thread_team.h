// ThreadTeam: the threads that work on one component of a BucketGraph: one of them, or all together.
#pragma once

#include <functional>

#include "base/parallel.h"
#include "textkin/status.h"

namespace textkin::join {

class ThreadTeam {
 public:
  static ThreadTeam alone(unsigned worker) { return ThreadTeam(worker, 1); }
  static ThreadTeam all(unsigned threads) { return ThreadTeam(0, threads); }

  // The worker that does what must be done in order.
  unsigned lead() const { return lead_; }
  unsigned size() const { return size_; }

  // base::parallel_for over the team.
  template <class Body>
  Status run(std::size_t count, const Body& body) const {
    if (size_ > 1) return base::parallel_for(count, size_, body);
    for (std::size_t i = 0; i < count; ++i) TEXTKIN_RETURN_IF_ERROR(body(i, lead_));
    return {};
  }

 private:
  ThreadTeam(unsigned lead, unsigned size) : lead_(lead), size_(size) {}
  unsigned lead_;
  unsigned size_;
};

// Components of at least this many members are worked on by all threads together.
inline constexpr std::size_t kLargeComponent = 1024;

// In such a component, beyond so many others in its buckets a member asks an index which can be similar.
inline constexpr std::size_t kManyCandidates = 128;

// Calls work(component, team) for every large component of [0, count), one after another with all threads. A component
// has size(component) members.
template <class Size, class Work>
Status for_large_components(std::size_t count, unsigned threads, const Size& size, const Work& work) {
  for (std::size_t component = 0; component < count; ++component) {
    if (size(component) < kLargeComponent) continue;
    if (base::interrupted()) return Status(Code::kInterrupted, "interrupted");
    TEXTKIN_RETURN_IF_ERROR(work(component, ThreadTeam::all(threads)));
  }
  return {};
}

// The same for the others of [from, to), side by side, a thread each.
template <class Size, class Work>
Status for_small_components(std::size_t from, std::size_t to, unsigned threads, const Size& size, const Work& work) {
  return base::parallel_for(to - from, threads, [&](std::size_t i, unsigned worker) {
    return size(from + i) < kLargeComponent ? work(from + i, ThreadTeam::alone(worker)) : Status();
  });
}

// The large ones of [0, count), then the others.
template <class Size, class Work>
Status for_components(std::size_t count, unsigned threads, const Size& size, const Work& work) {
  TEXTKIN_RETURN_IF_ERROR(for_large_components(count, threads, size, work));
  return for_small_components(0, count, threads, size, work);
}

}  // namespace textkin::join
