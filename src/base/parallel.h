// Threads: a parallel loop and an ordered pipeline, both with results that do not depend on the number of threads.
//
// Errors: the first Status that is not ok (the lowest index for loops, the earliest block for pipelines among those
// that ran) ends the work and is returned. Both stop early when `interrupted()` turns true.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "textkin/status.h"

namespace textkin::base {

// Number of hardware threads, at least 1.
unsigned hardware_threads();

// Calls body(i, worker) for each i in [0, count) on up to `threads` threads; worker < threads names the thread's slot,
// so that scratch memory can be kept in a vector of `threads` entries. Indexes are handed out one at a time, ascending.
Status parallel_for(std::size_t count, unsigned threads,
                    const std::function<Status(std::size_t index, unsigned worker)>& body);

// Items on their way: produce() is called serially until it gives a null item; work() runs in parallel, worker <
// threads; commit() is called serially in the order of production. What is_huge() is worked on alone, when those before
// it are committed and nothing else is on its way; null: nothing is.
template <class Item>
struct Pipeline {
  std::function<Result<std::unique_ptr<Item>>()> produce;
  std::function<Status(Item&, unsigned worker)> work;
  std::function<Status(Item&)> commit;
  std::function<bool(const Item&)> is_huge = nullptr;
};

// The same of any items, which their pointer frees.
using AnyItem = std::unique_ptr<void, void (*)(void*)>;
struct AnyPipeline {
  std::function<Result<AnyItem>()> produce;
  std::function<Status(void*, unsigned worker)> work;
  std::function<Status(void*)> commit;
};
Status run_pipeline_of_any(unsigned threads, unsigned in_flight, const AnyPipeline& pipeline);

// At most `in_flight` items exist at a time. With one thread it is the caller's, so that several such pipelines run at
// once.
template <class Item>
Status run_pipeline(unsigned threads, unsigned in_flight, const Pipeline<Item>& pipeline) {
  const auto free = [](void* item) { delete static_cast<Item*>(item); };
  std::unique_ptr<Item> huge;
  const AnyPipeline of_any{
      .produce = [&]() -> Result<AnyItem> {
        Result<std::unique_ptr<Item>> made = pipeline.produce();
        if (!made.ok()) return made.status();
        if (*made == nullptr || !pipeline.is_huge || !pipeline.is_huge(**made)) return AnyItem(made->release(), free);
        huge = std::move(*made);
        return AnyItem(nullptr, free);
      },
      .work = [&](void* item, unsigned worker) { return pipeline.work(*static_cast<Item*>(item), worker); },
      .commit = [&](void* item) { return pipeline.commit(*static_cast<Item*>(item)); }};
  do {
    if (const std::unique_ptr<Item> alone = std::exchange(huge, nullptr); alone != nullptr) {
      TEXTKIN_RETURN_IF_ERROR(pipeline.work(*alone, 0));
      TEXTKIN_RETURN_IF_ERROR(pipeline.commit(*alone));
    }
    TEXTKIN_RETURN_IF_ERROR(run_pipeline_of_any(threads, in_flight, of_any));
  } while (huge != nullptr);
  return {};
}

// Set by the door's signal handler (async-signal-safe); long work looks at it and ends with kInterrupted.
void request_interrupt();
bool interrupted();  // or the Deadline of this thread has passed
// For a door that goes on afterwards: nothing may be running that should still end.
void forget_interrupt();

}  // namespace textkin::base
