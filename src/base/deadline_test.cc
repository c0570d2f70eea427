#include "base/deadline.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/parallel.h"

namespace textkin::base {
namespace {

Deadline::Time in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

TEST(Deadline, EndsTheWorkOfItsThreadAlone) {
  EXPECT_FALSE(interrupted());
  {
    const Deadline passed(in(std::chrono::milliseconds(-1)));
    EXPECT_TRUE(interrupted());
    bool of_another = true;
    std::thread([&] { of_another = interrupted(); }).join();
    EXPECT_FALSE(of_another);
    {
      const Deadline later(in(std::chrono::hours(1)));
      EXPECT_FALSE(interrupted());
    }
    EXPECT_TRUE(interrupted());
  }
  EXPECT_FALSE(interrupted());
}

TEST(Deadline, IsThatOfAllWhoWorkForTheThread) {
  for (const unsigned threads : {1u, 4u}) {
    std::atomic<std::size_t> worked = 0;
    const Deadline soon(in(std::chrono::milliseconds(20)));
    const Status status = parallel_for(1'000'000, threads, [&](std::size_t, unsigned) {
      ++worked;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return Status();
    });
    EXPECT_EQ(status.code(), Code::kInterrupted);
    EXPECT_GT(worked, 0u);
    EXPECT_LT(worked, 1'000'000u);
  }
}

TEST(Deadline, EndsAPipelineWithOneThreadAndWithMany) {
  for (const unsigned threads : {1u, 4u}) {
    const Deadline soon(in(std::chrono::milliseconds(20)));
    std::atomic<std::size_t> looked_past = 0;
    Pipeline<int> pipeline;
    pipeline.produce = []() -> Result<std::unique_ptr<int>> { return std::make_unique<int>(1); };
    pipeline.work = [&](int&, unsigned) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      looked_past += Deadline::here() == Deadline::kNever ? 1 : 0;
      return Status();
    };
    pipeline.commit = [](int&) { return Status(); };
    EXPECT_EQ(run_pipeline(threads, 8, pipeline).code(), Code::kInterrupted);
    EXPECT_EQ(looked_past, 0u);
  }
}

}  // namespace
}  // namespace textkin::base
