#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace textkin::base {
namespace {

TEST(ParallelFor, RunsEachIndexOnceOnAnyNumberOfThreads) {
  for (const unsigned threads : {1u, 2u, 4u}) {
    std::vector<std::atomic<int>> seen(1000);
    const Status status = parallel_for(seen.size(), threads, [&](std::size_t i, unsigned worker) {
      EXPECT_LT(worker, threads);
      ++seen[i];
      return Status();
    });
    EXPECT_TRUE(status.ok());
    for (const auto& count : seen) EXPECT_EQ(count, 1);
  }
  EXPECT_TRUE(parallel_for(0, 2, [](std::size_t, unsigned) { return Status(Code::kIo, "never called"); }).ok());
}

TEST(ParallelFor, ReturnsTheErrorOfTheLowestIndex) {
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Status status = parallel_for(
        500, 4, [](std::size_t i, unsigned) { return i % 7 == 3 ? Status(Code::kIo, std::to_string(i)) : Status(); });
    EXPECT_EQ(status.message(), "3");
  }
}

struct Number {
  explicit Number(int n) : value(n) {}
  int value;
  int doubled = 0;
};

struct Outcome {
  Status status;
  std::vector<int> committed;
};

Outcome run(unsigned threads, int count, int fail_produce, int fail_work) {
  Outcome outcome;
  int next = 0;
  outcome.status = run_pipeline<Number>(
      threads, 3,
      {.produce = [&]() -> Result<std::unique_ptr<Number>> {
         if (next == fail_produce) return Status(Code::kIo, "produce " + std::to_string(next));
         if (next == count) return std::unique_ptr<Number>();
         return std::make_unique<Number>(next++);
       },
       .work =
           [&](Number& number, unsigned worker) {
             EXPECT_LT(worker, threads);
             number.doubled = 2 * number.value;
             return number.value == fail_work ? Status(Code::kIo, "work " + std::to_string(number.value)) : Status();
           },
       .commit =
           [&](const Number& number) {
             outcome.committed.push_back(number.doubled);
             return Status();
           }});
  return outcome;
}

TEST(Pipeline, CommitsInOrder) {
  for (const unsigned threads : {1u, 2u, 4u}) {
    const Outcome outcome = run(threads, 200, -1, -1);
    EXPECT_TRUE(outcome.status.ok());
    ASSERT_EQ(outcome.committed.size(), 200u);
    for (int i = 0; i < 200; ++i) EXPECT_EQ(outcome.committed[i], 2 * i);
  }
}

// What lies before the failure is committed, worked on and whole; what lies behind is dropped.
TEST(Pipeline, EndsAtTheEarliestFailure) {
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Outcome produce = run(2, 200, 50, -1);
    EXPECT_EQ(produce.status.message(), "produce 50");
    ASSERT_EQ(produce.committed.size(), 50u);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(produce.committed[i], 2 * i);
    const Outcome work = run(2, 200, -1, 20);
    EXPECT_EQ(work.status.message(), "work 20");
    EXPECT_EQ(work.committed.size(), 20u);
  }
}

// Each third one, the first and the last too: nothing else is worked on meanwhile, all before it are committed, and
// nothing behind a failure is.
TEST(Pipeline, WhatIsHugeIsWorkedOnAlone) {
  for (const unsigned threads : {1u, 2u, 4u}) {
    for (const int fail : {-1, 0, 31, 60}) {
      int next = 0;
      std::atomic<int> in_work = 0;
      std::vector<int> committed;
      const Status status = run_pipeline<Number>(
          threads, 6,
          {.produce = [&] { return Result(next > 60 ? nullptr : std::make_unique<Number>(next++)); },
           .work =
               [&](Number& number, unsigned) {
                 ++in_work;
                 if (number.value % 3 == 0) {
                   EXPECT_EQ(committed.size(), number.value);
                   EXPECT_EQ(in_work, 1);
                 }
                 std::this_thread::sleep_for(std::chrono::microseconds(50));
                 --in_work;
                 return number.value == fail ? Status(Code::kIo, "work") : Status();
               },
           .commit =
               [&](const Number& number) {
                 committed.push_back(number.value);
                 return Status();
               },
           .is_huge = [](const Number& number) { return number.value % 3 == 0; }});
      EXPECT_EQ(status.ok(), fail < 0);
      std::vector<int> expected(fail < 0 ? 61 : fail);
      std::iota(expected.begin(), expected.end(), 0);
      EXPECT_EQ(committed, expected);
    }
  }
}

}  // namespace
}  // namespace textkin::base
