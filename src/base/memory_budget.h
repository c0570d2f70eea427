// MemoryBudget: how much memory a run may have, and how much of it is promised to somebody.
//
// Whoever holds memory that grows with the input asks before growing; what is refused goes to disk. Nothing here
// allocates: the budget counts. Threads: any number.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace textkin::base {

class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t limit) : limit_(limit) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  std::uint64_t limit() const { return limit_; }
  std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  std::uint64_t left() const {
    const std::uint64_t used = this->used();
    return used < limit_ ? limit_ - used : 0;
  }

  // Takes `bytes` if so many are left.
  bool take(std::uint64_t bytes) {
    std::uint64_t used = used_.load(std::memory_order_relaxed);
    do {
      if (bytes > limit_ || used > limit_ - bytes) return false;
    } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    return true;
  }
  void give_back(std::uint64_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

 private:
  const std::uint64_t limit_;
  std::atomic<std::uint64_t> used_{0};
};

// A holder's part of a budget; given back at the end of its life.
class MemoryShare {
 public:
  explicit MemoryShare(MemoryBudget& budget) : budget_(&budget) {}
  MemoryShare(MemoryShare&& other) noexcept : budget_(other.budget_), bytes_(std::exchange(other.bytes_, 0)) {}
  MemoryShare& operator=(MemoryShare&& other) noexcept {
    if (this != &other) {
      clear();
      budget_ = other.budget_;
      bytes_ = std::exchange(other.bytes_, 0);
    }
    return *this;
  }
  ~MemoryShare() { clear(); }

  std::uint64_t bytes() const { return bytes_; }

  // Makes the share `bytes` large; false, and nothing changes, where the budget has not so much left.
  bool resize(std::uint64_t bytes) {
    if (bytes > bytes_ && !budget_->take(bytes - bytes_)) return false;
    if (bytes < bytes_) budget_->give_back(bytes_ - bytes);
    bytes_ = bytes;
    return true;
  }
  void clear() { budget_->give_back(std::exchange(bytes_, 0)); }

 private:
  MemoryBudget* budget_;
  std::uint64_t bytes_ = 0;
};

}  // namespace textkin::base
