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
#include <vector>

#include "base/deadline.h"
#include "base/interruption.h"
#include "base/most_threads.h"

namespace textkin::base {
namespace {

static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");
std::atomic<bool> g_interrupted{false};

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

// Arenas are made once and then lent, since to set one up costs more than a small loop; and each loop has one of its
// own while it runs, so that of two runs neither waits for the other's threads nor works for it. More threads than
// cores are allowed (tests ask for them); without the control TBB prints a warning about it.
class LentArena {
 public:
  explicit LentArena(unsigned threads) : threads_(threads) {
    Arenas& all = arenas();
    const std::lock_guard<std::mutex> lock(all.mutex);
    std::vector<std::unique_ptr<tbb::task_arena>>& idle = all.idle[threads];
    if (idle.empty()) {
      arena_ = std::make_unique<tbb::task_arena>(static_cast<int>(threads));
    } else {
      arena_ = std::move(idle.back());
      idle.pop_back();
    }
  }
  ~LentArena() {
    Arenas& all = arenas();
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.idle[threads_].push_back(std::move(arena_));
  }
  LentArena(const LentArena&) = delete;
  LentArena& operator=(const LentArena&) = delete;
  tbb::task_arena& operator*() { return *arena_; }

 private:
  struct Arenas {
    tbb::global_control allowed{tbb::global_control::max_allowed_parallelism,
                                std::max(kMostThreads, hardware_threads())};
    std::mutex mutex;
    std::map<unsigned, std::vector<std::unique_ptr<tbb::task_arena>>> idle;
  };
  static Arenas& arenas() {
    static Arenas* const all = new Arenas;  // never destroyed: TBB's threads may outlive static objects
    return *all;
  }

  const unsigned threads_;
  std::unique_ptr<tbb::task_arena> arena_;
};

// One stretch of work is over before another begins. TBB sees to that; it is said again in words that the thread
// sanitizer reads, since TBB itself is not compiled for it.
class Order {
 public:
  void begin() const { (void)ended_.load(std::memory_order_acquire); }
  void end() { ended_.fetch_add(1, std::memory_order_release); }

 private:
  std::atomic<std::size_t> ended_{0};
};

struct Carriage {
  AnyItem item{nullptr, [](void*) {}};
  Status status;
  Order order;
};

}  // namespace

unsigned hardware_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

void request_interrupt() { g_interrupted.store(true, std::memory_order_relaxed); }
void forget_interrupt() { g_interrupted.store(false, std::memory_order_relaxed); }
bool interrupted() {
  const Interruption* const own = current_interruption();
  return g_interrupted.load(std::memory_order_relaxed) || (own != nullptr && own->load(std::memory_order_relaxed)) ||
         Deadline::passed();
}

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
    Order order;
    order.end();
    const auto work = [&, end = Deadline::here(), flag = current_interruption()](unsigned worker) {
      const Deadline same(end);
      const InterruptionScope scope(flag);
      order.begin();
      drain(worker);
      order.end();
    };
    LentArena arena(workers);
    (*arena).execute([&] {
      tbb::task_group group;
      for (unsigned worker = 1; worker < workers; ++worker) group.run([&work, worker] { work(worker); });
      drain(0);
      group.wait();
    });
    order.begin();
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

// What TBB runs.
class Flow {
 public:
  explicit Flow(const AnyPipeline& pipeline) : pipeline_(pipeline), end_(Deadline::here()) { produced_.end(); }

  // Null: there is no more.
  Carriage* produce() {
    const Deadline same(end_);
    const InterruptionScope scope(flag_);
    produced_.begin();
    Carriage* const carriage = next();
    if (carriage != nullptr) carriage->order.end();
    produced_.end();
    return carriage;
  }

  Carriage* work(Carriage* carriage, unsigned worker) {
    const Deadline same(end_);
    const InterruptionScope scope(flag_);
    produced_.begin();
    carriage->order.begin();
    if (carriage->status.ok() && !failed_.load(std::memory_order_relaxed))
      carriage->status = pipeline_.work(carriage->item.get(), worker);
    carriage->order.end();
    worked_.end();
    return carriage;
  }

  // Runs in order, so the first failure that it sees is the earliest one; what comes behind it is dropped.
  void commit(Carriage* carriage) {
    const Deadline same(end_);
    const InterruptionScope scope(flag_);
    carriage->order.begin();
    committed_.begin();
    std::unique_ptr<Carriage> owned(carriage);
    if (result_.ok()) {
      if (owned->status.ok()) owned->status = pipeline_.commit(owned->item.get());
      if (!owned->status.ok()) {
        result_ = std::move(owned->status);
        failed_ = true;
        stop_ = true;
      }
    }
    owned.reset();
    committed_.end();
  }

  // When all is over.
  Status take_result() {
    for (const Order* order : {&produced_, &worked_, &committed_}) order->begin();
    return std::move(result_);
  }

 private:
  Carriage* next() {
    if (stop_.load(std::memory_order_acquire)) return nullptr;
    auto carriage = std::make_unique<Carriage>();
    Result<AnyItem> made = interrupted() ? Result<AnyItem>(interrupted_status()) : pipeline_.produce();
    if (!made.ok()) {
      carriage->status = made.status();
      stop_ = true;
    } else if (*made == nullptr) {
      return nullptr;
    } else {
      carriage->item = std::move(*made);
    }
    return carriage.release();
  }

  const AnyPipeline& pipeline_;
  const Deadline::Time end_;
  const Interruption* const flag_ = current_interruption();
  Status result_;
  std::atomic<bool> stop_{false};    // nothing more is produced
  std::atomic<bool> failed_{false};  // nothing more will be committed, so work would be wasted
  Order produced_, worked_, committed_;
};

}  // namespace

Status run_pipeline_of_any(unsigned threads, unsigned in_flight, const AnyPipeline& pipeline) {
  if (threads <= 1) return run_alone(pipeline);
  Flow flow(pipeline);
  const auto produce = [&](tbb::flow_control& control) {
    Carriage* const carriage = flow.produce();
    if (carriage == nullptr) control.stop();
    return carriage;
  };
  const auto work = [&](Carriage* carriage) {
    return flow.work(carriage, static_cast<unsigned>(tbb::this_task_arena::current_thread_index()));
  };
  LentArena arena(threads);
  (*arena).execute([&] {
    tbb::parallel_pipeline(std::max(1u, in_flight),
                           tbb::make_filter<void, Carriage*>(tbb::filter_mode::serial_in_order, produce) &
                               tbb::make_filter<Carriage*, Carriage*>(tbb::filter_mode::parallel, work) &
                               tbb::make_filter<Carriage*, void>(tbb::filter_mode::serial_in_order,
                                                                 [&](Carriage* carriage) { flow.commit(carriage); }));
  });
  return flow.take_result();
}

}  // namespace textkin::base
