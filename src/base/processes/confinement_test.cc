// What an attacker would try from outside is in tests/cases/test_confined.py; here each part of the confinement is held
// up alone, as on kernels that lack the other.
#include "base/processes/confinement.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <string>

#include "base/processes/child_process.h"
#include "base/processes/confined_program.h"

namespace textkin::base {
namespace {

constexpr Kernel kNothing{};
Kernel landlock_alone(int version = landlock_version()) { return {.landlock = version, .seccomp = false}; }
constexpr Kernel kSeccompAlone{.landlock = 0, .seccomp = true};

// What `act` returns in a process of its own that is confined; -1: it could not be confined, or did not end by itself.
int confined(const OpenFiles& files, const SystemCalls& calls, const Kernel& kernel, const std::function<int()>& act) {
  const pid_t child = ::fork();
  if (child == 0) {
    const Result<Confinement> made = Confinement::make(files, calls, kernel);
    if (!made.ok() || !confine_this_process(*made).ok()) ::_exit(255);
    ::_exit(act());
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) && WEXITSTATUS(status) != 255 ? WEXITSTATUS(status) : -1;
}

int read_file(const char* path) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  char byte;
  return file >= 0 && ::read(file, &byte, 1) == 1 ? 0 : errno;
}
int any_socket() { return ::socket(AF_INET, SOCK_STREAM, 0) >= 0 ? 0 : errno; }
int connect_tcp() {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return errno;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(1);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ? 0 : errno;
}

TEST(Kernel, NamesWhatItLacks) {
  EXPECT_EQ(kNothing.lacks(), "Landlock and seccomp");
  EXPECT_EQ(kSeccompAlone.lacks(), "Landlock");
  EXPECT_EQ(landlock_alone(1).lacks(), "seccomp");
  EXPECT_EQ((Kernel{.landlock = 1, .seccomp = true}.lacks()), "");
}

TEST(Confinement, IsNothingWhereTheKernelHasNothing) {
  EXPECT_EQ(confined({}, {}, kNothing, [] { return read_file("/etc/passwd"); }), 0);
  EXPECT_EQ(confined({}, {}, kNothing, any_socket), 0);
}

TEST(Confinement, LandlockAloneKeepsFiles) {
  if (landlock_version() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  // Of every version that this kernel knows: an older kernel is asked for what it has.
  for (int version = 1; version <= landlock_version(); ++version) {
    const Kernel kernel = landlock_alone(version);
    EXPECT_EQ(confined({}, {}, kernel, [] { return read_file("/etc/passwd"); }), EACCES) << version;
    EXPECT_EQ(confined({.read = {"/etc/passwd"}}, {}, kernel, [] { return read_file("/etc/passwd"); }), 0) << version;
    EXPECT_EQ(confined({.read = {"/etc"}}, {}, kernel, [] { return read_file("/etc/passwd"); }), 0) << version;
    EXPECT_EQ(confined({.read = {"/etc", "/nowhere"}}, {}, kernel,
                       [] { return ::open("/etc/passwd", O_WRONLY) >= 0 ? 0 : errno; }),
              EACCES)
        << version;
    EXPECT_EQ(confined({}, {}, kernel, connect_tcp), version < 4 ? ECONNREFUSED : EACCES) << version;
    const pid_t parent = ::getpid();
    EXPECT_EQ(confined({}, {}, kernel, [&] { return ::kill(parent, 0) == 0 ? 0 : errno; }), version < 6 ? 0 : EPERM);
    EXPECT_EQ(confined({.signals = true}, {}, kernel, [&] { return ::kill(parent, 0) == 0 ? 0 : errno; }), 0);
  }
}

TEST(Confinement, SeccompAloneKeepsCalls) {
  if (!has_seccomp()) GTEST_SKIP() << "this kernel has no seccomp";
  EXPECT_EQ(confined({}, {}, kSeccompAlone, [] { return read_file("/etc/passwd"); }), EPERM);
  EXPECT_EQ(confined({}, {}, kSeccompAlone, any_socket), EPERM);
  EXPECT_EQ(confined({}, {}, kSeccompAlone, [] { return ::fork() >= 0 ? 0 : errno; }), EPERM);
  const SystemCalls opens{.open_files = true};
  EXPECT_EQ(confined({}, opens, kSeccompAlone, [] { return read_file("/etc/passwd"); }), 0);
  for (const int flags :
       {O_WRONLY, O_RDWR, O_RDONLY | O_TRUNC, O_RDONLY | O_CREAT, O_RDONLY | O_APPEND, O_TMPFILE | O_RDWR})
    EXPECT_EQ(confined({}, opens, kSeccompAlone, [&] { return ::open("/tmp", flags, 0600) >= 0 ? 0 : errno; }), EPERM)
        << flags;
}

TEST(Confinement, LimitsMayBeReadAndNotSet) {
  if (!has_seccomp()) GTEST_SKIP() << "this kernel has no seccomp";
  rlimit limit{};
  EXPECT_EQ(confined({}, {}, kSeccompAlone, [&] { return ::getrlimit(RLIMIT_AS, &limit); }), 0);
  EXPECT_EQ(confined({}, {}, kSeccompAlone, [&] { return ::setrlimit(RLIMIT_AS, &limit) == 0 ? 0 : errno; }), EPERM);
}

TEST(Confinement, AWatcherKillsItsChildOnly) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  const pid_t parent = ::getpid();
  const Kernel kernel = kernel_of_this_machine();
  if (!kernel.lacks().empty()) GTEST_SKIP() << "this kernel lacks " << kernel.lacks();
  const SystemCalls watches{.child = child};
  EXPECT_EQ(confined({.signals = true}, watches, kernel, [&] { return ::kill(parent, SIGKILL) == 0 ? 0 : errno; }),
            EPERM);
  EXPECT_EQ(confined({.signals = true}, watches, kernel, [&] { return ::kill(-1, SIGKILL) == 0 ? 0 : errno; }), EPERM);
  EXPECT_EQ(confined({.signals = true}, watches, kernel, [&] { return ::kill(child, SIGTERM) == 0 ? 0 : errno; }),
            EPERM);
  EXPECT_EQ(confined({.signals = true}, watches, kernel, [&] { return ::kill(child, SIGKILL) == 0 ? 0 : errno; }), 0);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

// Programs of the system's that do something else than their like is meant to.
Result<ChildEnd> run_confined(const std::vector<std::string>& command, std::string_view input = "") {
  return run_child(command, input, {.own_group = false, .confined = true});
}

TEST(StartConfined, GivesBytesBothWaysAndTheCode) {
  Result<ChildEnd> end = run_confined({"/usr/bin/tr", "a-z", "A-Z"}, "some bytes");
  ASSERT_TRUE(end.ok()) << end.status().message();
  EXPECT_EQ(end->output, "SOME BYTES");
  EXPECT_EQ(end->errors, "");
  end = run_confined({"/usr/bin/tr"});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->code, 1);
  EXPECT_NE(end->errors.find("missing operand"), std::string::npos);
}

TEST(StartConfined, GivesNoEnvironmentAndNoFiles) {
  ::setenv("TEXTKIN_TEST_SECRET", "a token", 1);
  Result<ChildEnd> end = run_confined({"/usr/bin/env"});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->output, "LC_ALL=C.UTF-8\n");
  // What is not confined has no more of it but where libraries lie.
  ::setenv("LD_LIBRARY_PATH", "/nowhere", 1);
  end = run_child({"/usr/bin/env"}, "", {});
  ::unsetenv("LD_LIBRARY_PATH");
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->output, "LC_ALL=C.UTF-8\nLD_LIBRARY_PATH=/nowhere\n");
}

TEST(StartConfined, ReadsWhatIsTheSystemsOnly) {
  if (landlock_version() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  Result<ChildEnd> end = run_confined({"/bin/cat", "/etc/passwd"});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->output, "");
  EXPECT_NE(end->errors.find("Permission denied"), std::string::npos);
  end = run_confined({"/bin/ls", "/usr"});
  ASSERT_TRUE(end.ok());
  EXPECT_NE(end->output.find("bin\n"), std::string::npos);
}

TEST(StartConfined, SaysThatTheProgramIsNotThereOrNone) {
  EXPECT_EQ(run_confined({"/nowhere/at/all"}).status().code(), Code::kNotFound);
  const Result<ChildEnd> end = run_confined({"/usr"});
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->code, kNotBegun);
  EXPECT_EQ(end->errors, "Permission denied");
}

}  // namespace
}  // namespace textkin::base
