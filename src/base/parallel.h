// Threads: a parallel loop and an ordered pipeline, both with results that do not depend on the number of threads.
//
// Errors: the first Status that is not ok (the lowest index for loops, the earliest block for pipelines among those
// that ran) ends the work and is returned. Both stop early when `interrupted()` turns true.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "textkin/status.h"

namespace textkin::base {

// Number of hardware threads, at least 1.
unsigned hardware_threads();

// Calls body(i, worker) for each i in [0, count) on up to `threads` threads; worker < threads names the thread's slot,
// so that scratch memory can be kept in a vector of `threads` entries. Indexes are handed out one at a time, ascending.
Status parallel_for(std::size_t count, unsigned threads,
                    const std::function<Status(std::size_t index, unsigned worker)>& body);

// One item on its way through the pipeline.
struct PipelineItem {
  virtual ~PipelineItem() = default;
};

// produce() is called serially until it gives a null item; work() runs in parallel, worker < threads; commit() is
// called serially in the order of production. At most `in_flight` items exist at a time.
struct Pipeline {
  std::function<Result<std::unique_ptr<PipelineItem>>()> produce;
  std::function<Status(PipelineItem&, unsigned worker)> work;
  std::function<Status(PipelineItem&)> commit;
};
Status run_pipeline(unsigned threads, unsigned in_flight, const Pipeline& pipeline);

// Set by the door's signal handler (async-signal-safe); long work looks at it and ends with kInterrupted.
void request_interrupt();
bool interrupted();
// For a door that goes on afterwards: nothing may be running that should still end.
void forget_interrupt();

}  // namespace textkin::base
