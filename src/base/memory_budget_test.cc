#include "base/memory_budget.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace textkin::base {
namespace {

TEST(MemoryBudget, GivesWhatItHasAndNoMore) {
  MemoryBudget budget(100);
  EXPECT_TRUE(budget.take(0));
  EXPECT_TRUE(budget.take(60));
  EXPECT_FALSE(budget.take(41));
  EXPECT_FALSE(budget.take(UINT64_MAX));
  EXPECT_EQ(budget.used(), 60u);
  EXPECT_EQ(budget.left(), 40u);
  EXPECT_TRUE(budget.take(40));
  EXPECT_EQ(budget.left(), 0u);
  EXPECT_FALSE(budget.take(1));
  budget.give_back(100);
  EXPECT_EQ(budget.used(), 0u);
  MemoryBudget none(0);
  EXPECT_TRUE(none.take(0));
  EXPECT_FALSE(none.take(1));
  MemoryBudget endless(UINT64_MAX);
  EXPECT_TRUE(endless.take(UINT64_MAX));
  EXPECT_FALSE(endless.take(1));
}

TEST(MemoryShare, GrowsShrinksAndIsGivenBack) {
  MemoryBudget budget(100), other(50);
  {
    MemoryShare share(budget);
    EXPECT_TRUE(share.resize(70));
    EXPECT_FALSE(share.resize(101));
    EXPECT_EQ(share.bytes(), 70u);
    EXPECT_TRUE(share.resize(100));
    EXPECT_TRUE(share.resize(30));
    EXPECT_EQ(budget.used(), 30u);

    MemoryShare taken(std::move(share));
    EXPECT_EQ(budget.used(), 30u);
    MemoryShare elsewhere(other);
    ASSERT_TRUE(elsewhere.resize(20));
    elsewhere = std::move(taken);
    EXPECT_EQ(other.used(), 0u);
    EXPECT_EQ(elsewhere.bytes(), 30u);
    EXPECT_EQ(budget.used(), 30u);
  }
  EXPECT_EQ(budget.used(), 0u);
}

TEST(MemoryBudget, IsNeverExceededByManyThreads) {
  MemoryBudget budget(1000);
  std::atomic<bool> exceeded{false};
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      MemoryShare share(budget);
      for (std::uint64_t i = 0; i < 50'000; ++i) {
        if (!share.resize((i * 7 + t * 131) % 601)) share.clear();
        if (budget.used() > budget.limit()) exceeded = true;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(exceeded);
  EXPECT_EQ(budget.used(), 0u);
}

}  // namespace
}  // namespace textkin::base
