// WorkQueue: threads that do what is offered to them, and no more of it than may wait.
//
// Threads: offer() by any number at once. Ownership: what was taken is done before the queue is gone.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace textkin::serve {

class WorkQueue {
 public:
  WorkQueue(unsigned threads, std::size_t most_waiting);
  ~WorkQueue();
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  // False where too many wait: it is not done then.
  bool offer(std::function<void()> work);
  // However many wait: of what goes on behind what was taken.
  void put(std::function<void()> work);

 private:
  void work();

  std::size_t most_waiting_;
  std::mutex mutex_;  // guards what follows, but for the threads
  std::condition_variable come_;
  std::deque<std::function<void()>> waiting_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace textkin::serve
