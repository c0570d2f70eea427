#include "base/interruption.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

#include "base/parallel.h"

namespace textkin::base {
namespace {

TEST(Interruption, EndsTheLoopsOfItsRunAndNoOther) {
  Interruption ended{true};
  std::atomic<int> done{0};
  const auto count = [&](std::size_t, unsigned) {
    ++done;
    return Status();
  };
  std::thread interrupted_run([&] {
    const InterruptionScope scope(&ended);
    EXPECT_TRUE(interrupted());
    EXPECT_EQ(parallel_for(100, 4, count).code(), Code::kInterrupted);
  });
  interrupted_run.join();
  EXPECT_EQ(done, 0);
  EXPECT_FALSE(interrupted());
  EXPECT_TRUE(parallel_for(100, 4, count).ok());
  EXPECT_EQ(done, 100);
}

TEST(Interruption, ReachesTheThreadsThatWorkForARun) {
  Interruption ended{false};
  const InterruptionScope scope(&ended);
  std::atomic<int> seen{0};
  EXPECT_TRUE(parallel_for(64, 4, [&](std::size_t, unsigned) {
                seen += current_interruption() == &ended ? 1 : 0;
                return Status();
              }).ok());
  EXPECT_EQ(seen, 64);
  int made = 0;
  seen = 0;
  const auto here = [&] { seen += current_interruption() == &ended ? 1 : 0; };
  EXPECT_TRUE(run_pipeline<int>(4, 8,
                                {.produce = [&]() -> Result<std::unique_ptr<int>> {
                                   here();
                                   return made < 20 ? std::make_unique<int>(made++) : nullptr;
                                 },
                                 .work = [&](int&, unsigned) { return here(), Status(); },
                                 .commit = [&](int&) { return here(), Status(); }})
                  .ok());
  EXPECT_EQ(seen, 61);
}

TEST(Interruption, EndsWithItsScope) {
  Interruption ended{true};
  {
    const InterruptionScope outer(&ended);
    const InterruptionScope inner(nullptr);
    EXPECT_FALSE(interrupted());
  }
  EXPECT_FALSE(interrupted());
}

}  // namespace
}  // namespace textkin::base
