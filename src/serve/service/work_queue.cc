#include "serve/service/work_queue.h"

#include <utility>

namespace textkin::serve {

WorkQueue::WorkQueue(unsigned threads, std::size_t most_waiting) : most_waiting_(most_waiting) {
  for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

WorkQueue::~WorkQueue() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  come_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool WorkQueue::offer(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_ || waiting_.size() >= most_waiting_) return false;
    waiting_.push_back(std::move(work));
  }
  come_.notify_one();
  return true;
}

void WorkQueue::put(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(work));
  }
  come_.notify_one();
}

void WorkQueue::work() {
  while (true) {
    std::function<void()> next;
    {
      std::unique_lock lock(mutex_);
      come_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      next = std::move(waiting_.front());
      waiting_.pop_front();
    }
    next();
  }
}

}  // namespace textkin::serve
