#include "base/processes/child_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <string>

#include "base/machine.h"
#include "base/parallel.h"

namespace textkin::base {
namespace {

std::vector<std::string> shell(const std::string& line) { return {"sh", "-c", line}; }

TEST(RunChild, GivesWhatItWroteAndItsCode) {
  const Result<ChildEnd> end = run_child(shell("tr a-z A-Z; echo complaint >&2; exit 3"), "some bytes", {});
  ASSERT_TRUE(end.ok()) << end.status().message();
  EXPECT_EQ(end->how, ChildEnd::How::kExited);
  EXPECT_EQ(end->code, 3);
  EXPECT_EQ(end->output, "SOME BYTES");
  EXPECT_EQ(end->errors, "complaint\n");
}

TEST(RunChild, PassesManyBytesBothWays) {
  std::string bytes(5'000'000, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i / 7);
  const Result<ChildEnd> end = run_child({"cat"}, bytes, {});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->output, bytes);
}

TEST(RunChild, EndsWithAChildThatDoesNotRead) {
  const Result<ChildEnd> end = run_child(shell("exec <&-; echo done"), std::string(5'000'000, 'x'), {});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->output, "done\n");
}

TEST(RunChild, StopsWhatTakesTooLongWithAllThatItStarted) {
  const double before = now();
  const Result<ChildEnd> end = run_child(shell("echo $$; sleep 100 & sleep 100"), "", {.seconds = 0.3});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->how, ChildEnd::How::kTooLong);
  EXPECT_LT(now() - before, 20);
  // Nobody of its group is left but, perhaps, one whom nobody has buried yet.
  const pid_t group = static_cast<pid_t>(std::stol(end->output));
  for (int wait = 0; wait < 200 && ::kill(-group, 0) == 0; ++wait) ::usleep(10'000);
  SUCCEED();
}

TEST(RunChild, StopsWhatWritesTooMuch) {
  const Result<ChildEnd> end = run_child(shell("yes"), "", {.most_output = 1000});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->how, ChildEnd::How::kTooMuch);
  EXPECT_EQ(end->output.size(), 1000u);
}

TEST(RunChild, TellsASignal) {
  const Result<ChildEnd> end = run_child(shell("kill -SEGV $$"), "", {});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->how, ChildEnd::How::kSignalled);
  EXPECT_EQ(end->code, SIGSEGV);
}

TEST(RunChild, SaysThatTheProgramIsNotThere) {
  EXPECT_EQ(run_child({"textkin-no-such-program"}, "", {}).status().code(), Code::kNotFound);
  EXPECT_EQ(run_child({"/nowhere/at/all"}, "", {}).status().code(), Code::kNotFound);
}

TEST(RunChild, GivesItNoOtherFile) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const Result<ChildEnd> end = run_child(shell("ls /proc/$$/fd"), "", {});
  ::close(ends[0]);
  ::close(ends[1]);
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->output.substr(0, 6), "0\n1\n2\n");
  EXPECT_EQ(end->output.find(std::to_string(ends[1]) + "\n"), std::string::npos);
}

TEST(RunChild, ManyAtOnce) {
  const Status done = parallel_for(40, 8, [](std::size_t index, unsigned) {
    const std::string bytes(100'000 + index, static_cast<char>('a' + index % 26));
    const Result<ChildEnd> end = run_child({"cat"}, bytes, {});
    return end.ok() && end->output == bytes ? Status() : Status(Code::kIo, "other bytes came back");
  });
  EXPECT_TRUE(done.ok()) << done.message();
}

TEST(LimitThisProcess, HoldsForWhatItStarts) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs more addresses than the limit";
#endif
  // In a process of its own, since a limit that was lowered stays.
  EXPECT_EXIT(
      {
        if (!limit_this_process(std::uint64_t{8} << 30, 5).ok()) ::_exit(1);
        const Result<ChildEnd> end = run_child(shell("ulimit -v; ulimit -t; ulimit -c; ulimit -f"), "", {});
        ::_exit(end.ok() && end->output == "8388608\n5\n0\n0\n" ? 0 : 2);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace textkin::base
