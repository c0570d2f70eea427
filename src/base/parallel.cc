#include "base/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace textkin::base {
namespace {

static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");
std::atomic<bool> g_interrupted{false};

constexpr unsigned kMostThreads = 256;

Status interrupted_status() { return Status(Code::kInterrupted, "interrupted"); }

// The Status of the lowest index. Indexes are handed out ascending, so once index i has failed every lower one has been
// handed out and will report too: the answer does not depend on timing.
class FirstError {
 public:
  void report(std::size_t index, Status status) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (index >= index_) return;
    index_ = index;
    status_ = std::move(status);
    any_.store(true, std::memory_order_release);
  }
  bool any() const { return any_.load(std::memory_order_acquire); }
  Status take() { return std::move(status_); }

 private:
  std::mutex mutex_;
  std::size_t index_ = std::numeric_limits<std::size_t>::max();
  Status status_;
  std::atomic<bool> any_{false};
};

// The arena for a number of threads, made once: to set one up costs more than a small loop.
// More threads than cores are allowed (tests ask for them); without the control TBB prints a warning about it.
tbb::task_arena& arena_for(unsigned threads) {
  struct Arenas {
    tbb::global_control allowed{tbb::global_control::max_allowed_parallelism,
                                std::max(kMostThreads, hardware_threads())};
    std::mutex mutex;
    std::map<unsigned, tbb::task_arena> by_size;
  };
  static Arenas* const arenas = new Arenas;  // never destroyed: TBB's threads may outlive static objects
  const std::lock_guard<std::mutex> lock(arenas->mutex);
  return arenas->by_size.try_emplace(threads, static_cast<int>(threads)).first->second;
}

struct Carriage {
  AnyItem item{nullptr, [](void*) {}};
  Status status;
};

}  // namespace

unsigned hardware_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

void request_interrupt() { g_interrupted.store(true, std::memory_order_relaxed); }
void forget_interrupt() { g_interrupted.store(false, std::memory_order_relaxed); }
bool interrupted() { return g_interrupted.load(std::memory_order_relaxed); }

Status parallel_for(std::size_t count, unsigned threads,
                    const std::function<Status(std::size_t index, unsigned worker)>& body) {
  FirstError error;
  std::atomic<std::size_t> next{0};
  const auto drain = [&](unsigned worker) {
    while (!error.any()) {
      const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
      if (index >= count) return;
      Status status = interrupted() ? interrupted_status() : body(index, worker);
      if (!status.ok()) error.report(index, std::move(status));
    }
  };
  const auto workers = static_cast<unsigned>(std::min<std::size_t>(std::max(1u, threads), count));
  if (workers <= 1) {
    drain(0);
  } else {
    arena_for(workers).execute([&] {
      tbb::task_group group;
      for (unsigned worker = 1; worker < workers; ++worker) group.run([&drain, worker] { drain(worker); });
      drain(0);
      group.wait();
    });
  }
  return error.take();
}

namespace {

// By the thread that calls: runs of one thread each do not wait for each other.
Status run_alone(const AnyPipeline& pipeline) {
  while (true) {
    if (interrupted()) return interrupted_status();
    Result<AnyItem> made = pipeline.produce();
    if (!made.ok()) return made.status();
    if (*made == nullptr) return {};
    TEXTKIN_RETURN_IF_ERROR(pipeline.work(made->get(), 0));
    TEXTKIN_RETURN_IF_ERROR(pipeline.commit(made->get()));
  }
}

}  // namespace

Status run_pipeline_of_any(unsigned threads, unsigned in_flight, const AnyPipeline& pipeline) {
  if (threads <= 1) return run_alone(pipeline);
  Status result;
  std::atomic<bool> stop{false};    // nothing more is produced
  std::atomic<bool> failed{false};  // nothing more will be committed, so work would be wasted

  const auto produce = [&](tbb::flow_control& flow) -> Carriage* {
    if (stop.load(std::memory_order_acquire)) {
      flow.stop();
      return nullptr;
    }
    auto carriage = std::make_unique<Carriage>();
    if (interrupted()) {
      carriage->status = interrupted_status();
      stop = true;
      return carriage.release();
    }
    Result<AnyItem> made = pipeline.produce();
    if (!made.ok()) {
      carriage->status = made.status();
      stop = true;
      return carriage.release();
    }
    if (*made == nullptr) {
      flow.stop();
      return nullptr;
    }
    carriage->item = std::move(*made);
    return carriage.release();
  };
  const auto work = [&](Carriage* carriage) {
    if (carriage->status.ok() && !failed.load(std::memory_order_relaxed)) {
      carriage->status =
          pipeline.work(carriage->item.get(), static_cast<unsigned>(tbb::this_task_arena::current_thread_index()));
    }
    return carriage;
  };
  // Runs in order, so the first failure that it sees is the earliest one; what comes behind it is dropped.
  const auto commit = [&](Carriage* carriage) {
    const std::unique_ptr<Carriage> owned(carriage);
    if (!result.ok()) return;
    if (owned->status.ok()) owned->status = pipeline.commit(owned->item.get());
    if (!owned->status.ok()) {
      result = std::move(owned->status);
      failed = true;
      stop = true;
    }
  };
  arena_for(threads).execute([&] {
    tbb::parallel_pipeline(std::max(1u, in_flight),
                           tbb::make_filter<void, Carriage*>(tbb::filter_mode::serial_in_order, produce) &
                               tbb::make_filter<Carriage*, Carriage*>(tbb::filter_mode::parallel, work) &
                               tbb::make_filter<Carriage*, void>(tbb::filter_mode::serial_in_order, commit));
  });
  return result;
}

}  // namespace textkin::base
