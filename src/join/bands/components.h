// Components: which documents are connected, by their ranks (places in keep order). A union-find in which any number of
// threads unite at once (Anderson and Woll 1991; linking by rank, halved paths).
//
// The root of a component is its best rank, so that nothing depends on the order of unions.
// Memory: 4 bytes a document. Cost: a few cache misses a member.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace textkin::join {

class Components {
 public:
  explicit Components(std::size_t ranks) : parent_(ranks, kNone) {}

  std::size_t ranks() const { return parent_.size(); }

  // Connects the members of a bucket. Threads: any number.
  void unite(std::span<const std::uint32_t> bucket) {
    for (const std::uint32_t rank : bucket) {
      std::uint32_t none = kNone;
      cell(rank).compare_exchange_strong(none, rank, std::memory_order_relaxed);
      unite(bucket.front(), rank);
    }
  }

  // Whether the rank is in a bucket.
  bool has(std::uint32_t rank) const { return parent_[rank] != kNone; }

  std::uint32_t root(std::uint32_t rank) {
    for (std::uint32_t parent; (parent = cell(rank).load(std::memory_order_relaxed)) != rank;) {
      // A parent is always better than its child, so a stale grandparent is still above both.
      const std::uint32_t grandparent = cell(parent).load(std::memory_order_relaxed);
      if (grandparent != parent) {
        cell(rank).compare_exchange_weak(parent, grandparent, std::memory_order_relaxed);
      }
      rank = grandparent;
    }
    return rank;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::atomic_ref<std::uint32_t> cell(std::uint32_t rank) { return std::atomic_ref(parent_[rank]); }

  void unite(std::uint32_t a, std::uint32_t b) {
    for (;;) {
      a = root(a);
      b = root(b);
      if (a == b) return;
      if (a > b) std::swap(a, b);
      std::uint32_t expected = b;
      if (cell(b).compare_exchange_strong(expected, a, std::memory_order_relaxed)) return;
    }
  }

  std::vector<std::uint32_t> parent_;
};

}  // namespace textkin::join
