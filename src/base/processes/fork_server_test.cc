#include "base/processes/fork_server.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "base/machine.h"
#include "base/parallel.h"
#include "base/processes/child_process.h"
#include "base/processes/system_calls.h"

namespace textkin::base {
namespace {

// The server of these tests is this very program, begun with one of these words.
constexpr const char* kServe = "serve-forks-for-a-test";
constexpr const char* kServeWithoutForks = "serve-forks-for-a-test-where-there-are-none";
constexpr const char* kEndAtOnce = "end-at-once-instead-of-serving-forks";

pid_t server = -1;
int seen = 0;  // words that a child and those before it in the same process have seen

void say(const std::string& text) {
  if (::write(STDOUT_FILENO, text.data(), text.size()) != static_cast<ssize_t>(text.size())) ::_exit(99);
}

std::string read_input() {
  std::string out(1 << 16, '\0');
  std::size_t size = 0;
  for (ssize_t got = 1; got > 0; size += static_cast<std::size_t>(std::max<ssize_t>(got, 0))) {
    out.resize(size + (1 << 16));
    got = ::read(STDIN_FILENO, out.data() + size, 1 << 16);
  }
  out.resize(size);
  return out;
}

int act(const std::string& word) {
  if (word == "upper") {
    std::string text = read_input();
    for (char& byte : text) byte = static_cast<char>(byte - 'a' + 'A');
    say(text);
    [[maybe_unused]] const ssize_t told = ::write(STDERR_FILENO, "done\n", 5);
    return 7;
  }
  if (word == "files") {
    std::set<std::string> files;
    for (const auto& file : std::filesystem::directory_iterator("/proc/self/fd"))
      if (std::filesystem::is_symlink(file)) files.insert(file.path().filename());
    for (const std::string& file : files) say(file + " ");
    return 0;
  }
  if (word == "numbers")
    say(std::to_string(::getpid()) + " " + std::to_string(::getpgrp()) + " " + std::to_string(::getppid()));
  if (word == "server") say(std::to_string(server));
  if (word == "seen") say(std::to_string(++seen));
  if (word == "environment")
    for (char** variable = environ; *variable != nullptr; ++variable) say(std::string(*variable) + "\n");
  if (word == "crash") ::raise(SIGSEGV);
  if (word == "sleep") ::sleep(100);
  return 0;
}

// The system of a server that refuses what a container may: a child of its parent.
void refuse_clone_parent() {
  sock_filter code[] = {
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 3, SYS_clone},
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, args)},
      {BPF_JMP | BPF_JSET | BPF_K, 0, 1, CLONE_PARENT},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EINVAL},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
  };
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !apply_seccomp_filter({std::begin(code), std::end(code)}))
    ::_exit(98);
}

[[gnu::constructor]] void serve(int argc, char** argv) {
  const std::string word = argc == 2 ? argv[1] : "";
  if (word == kEndAtOnce) ::_exit(0);
  if (word != kServe && word != kServeWithoutForks) return;
  if (word == kServeWithoutForks) refuse_clone_parent();
  server = ::getpid();
  ::_exit(serve_forks(act).ok() ? 0 : 97);
}

std::string this_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

class ForkServerTest : public testing::Test {
 protected:
  void SetUp() override {
    if (said("seen") == "begun anew\n") GTEST_SKIP() << "this system has no CLONE_PARENT";
  }
  Result<ChildEnd> run(std::string_view word, std::string_view input = {}, double seconds = 60) {
    return run_child({"echo", "begun anew"}, input, {.seconds = seconds, .server = &server_, .word = word});
  }
  std::string said(std::string_view word) {
    const Result<ChildEnd> end = run(word);
    return end.ok() ? end->output : std::string(end.status().message());
  }
  ForkServer server_{{this_program(), kServe}};
};

TEST_F(ForkServerTest, AChildIsGivenItsFilesAndItsWord) {
  std::string bytes(3'000'000, 'a');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>('a' + i % 26);
  std::string upper = bytes;
  for (char& byte : upper) byte = static_cast<char>(byte - 'a' + 'A');
  for (int repeat = 0; repeat < 3; ++repeat) {
    const Result<ChildEnd> end = run("upper", bytes);
    ASSERT_TRUE(end.ok()) << end.status().message();
    EXPECT_EQ(end->how, ChildEnd::How::kExited);
    EXPECT_EQ(end->code, 7);
    EXPECT_EQ(end->output, upper);
    EXPECT_EQ(end->errors, "done\n");
  }
}

TEST_F(ForkServerTest, AChildHasNoOtherFileAndAlmostNoEnvironment) {
  ASSERT_EQ(::setenv("TEXTKIN_TEST_SECRET", "a token", 1), 0);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_EQ(said("files").substr(0, 6), "0 1 2 ");
  EXPECT_EQ(said("files").size(), 8u);  // and the folder that it reads
  EXPECT_EQ(said("environment").find("SECRET"), std::string::npos);
  EXPECT_NE(said("environment").find("LC_ALL=C.UTF-8\n"), std::string::npos);
  ::close(ends[0]);
  ::close(ends[1]);
  ::unsetenv("TEXTKIN_TEST_SECRET");
}

TEST_F(ForkServerTest, AChildIsThisProcesssOwnAndLeadsAGroup) {
  const std::string numbers = said("numbers");
  const std::string child = numbers.substr(0, numbers.find(' '));
  EXPECT_EQ(numbers, child + " " + child + " " + std::to_string(::getpid()));
}

TEST_F(ForkServerTest, AChildDoesNotSeeWhatAnotherDid) {
  const std::string first = said("server");
  for (int repeat = 0; repeat < 5; ++repeat) EXPECT_EQ(said("seen"), "1");
  EXPECT_EQ(said("server"), first);
}

// Whoever found out by that where things lie would know it of the next child.
TEST_F(ForkServerTest, AServerWhoseChildWasStoppedIsBegunAnew) {
  const std::string first = said("server");
  const Result<ChildEnd> end = run("crash");
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->how, ChildEnd::How::kSignalled);
  EXPECT_EQ(end->code, SIGSEGV);
  const std::string second = said("server");
  EXPECT_NE(second, first);
  EXPECT_NE(std::atoi(second.c_str()), 0);
  EXPECT_NE(::kill(std::atoi(first.c_str()), 0), 0);
}

TEST_F(ForkServerTest, AChildThatTakesTooLongIsStopped) {
  const double before = now();
  const Result<ChildEnd> end = run("sleep", "", .3);
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->how, ChildEnd::How::kTooLong);
  EXPECT_LT(now() - before, 20);
}

TEST_F(ForkServerTest, ManyAtOnce) {
  const Status done = parallel_for(300, 8, [this](std::size_t index, unsigned) -> Status {
    const std::string bytes(1 + index * 37 % 5000, static_cast<char>('a' + index % 26));
    TEXTKIN_ASSIGN_OR_RETURN(const ChildEnd end, run(index % 50 == 49 ? "crash" : "upper", bytes));
    if (index % 50 == 49)
      return end.how == ChildEnd::How::kSignalled ? Status() : Status(Code::kIo, "it did not crash");
    const std::string upper(bytes.size(), static_cast<char>('A' + index % 26));
    return end.output == upper ? Status() : Status(Code::kIo, "other bytes came back");
  });
  EXPECT_TRUE(done.ok()) << done.message();
}

TEST_F(ForkServerTest, ItsServerEndsWithIt) {
  pid_t number = -1;
  {
    ForkServer other({this_program(), kServe});
    const Result<ChildEnd> end = run_child({"echo"}, "", {.server = &other, .word = "server"});
    ASSERT_TRUE(end.ok());
    number = std::atoi(end->output.c_str());
    ASSERT_GT(number, 0);
    EXPECT_EQ(::kill(number, 0), 0);
  }
  EXPECT_NE(::kill(number, 0), 0);
}

TEST(ForkServer, WhereThereIsNoneTheProgramIsBegun) {
  const std::vector<std::vector<std::string>> commands{
      {"/nowhere/at/all"}, {this_program(), kEndAtOnce}, {this_program(), kServeWithoutForks}};
  for (const std::vector<std::string>& command : commands) {
    ForkServer none(command);
    for (int repeat = 0; repeat < 3; ++repeat) {
      const Result<ChildEnd> end = run_child({"echo", "begun anew"}, "", {.server = &none, .word = "seen"});
      ASSERT_TRUE(end.ok()) << command.back() << ": " << end.status().message();
      EXPECT_EQ(end->output, "begun anew\n") << command.back();
    }
  }
}

TEST(ForkServer, AWordThatIsNoneIsNotTold) {
  ForkServer server({this_program(), kServe});
  for (const std::string& word : {std::string(), std::string(5000, 'x')}) {
    const Result<ChildEnd> end = run_child({"echo", "begun anew"}, "", {.server = &server, .word = word});
    ASSERT_TRUE(end.ok());
    EXPECT_EQ(end->output, "begun anew\n");
  }
}

// As a program is run whose standard files were closed.
TEST(ForkServer, NeedsNoStandardFilesOfItsOwn) {
  EXPECT_EXIT(
      {
        for (int standard = STDIN_FILENO; standard <= STDERR_FILENO; ++standard) ::close(standard);
        ForkServer server({this_program(), kServe});
        const Result<ChildEnd> end = run_child({"false"}, "abc", {.server = &server, .word = "upper"});
        ::_exit(end.ok() && end->output == "ABC" && end->errors == "done\n" && end->code == 7 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(ServeForks, IsForAServerOnly) { EXPECT_EQ(serve_forks(act).code(), Code::kInvalidArgument); }

}  // namespace
}  // namespace textkin::base
