#include "base/processes/fork_server.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/machine.h"
#include "base/parallel.h"

namespace textkin::base {
namespace {

constexpr std::size_t kLongestWord = 4096;
constexpr double kMostSeconds = 60;  // until it answers, its start included
constexpr int kPollFor = 100;        // milliseconds, at the clock and for an interruption

// A message of the line: a word, and three descriptors with it.
class Message {
 public:
  using Files = std::array<int, 3>;

  bool send(int line, std::string_view word, const Files& files) {
    bytes_ = {const_cast<char*>(word.data()), word.size()};
    cmsghdr* const with = CMSG_FIRSTHDR(&head_);
    with->cmsg_level = SOL_SOCKET;
    with->cmsg_type = SCM_RIGHTS;
    with->cmsg_len = CMSG_LEN(sizeof files);
    std::memcpy(CMSG_DATA(with), files.data(), sizeof files);
    return ::sendmsg(line, &head_, MSG_NOSIGNAL) == static_cast<ssize_t>(word.size());
  }

  // false: there is no more, or what came is no such message.
  bool receive(int line, std::string& word, Files& files) {
    word.resize(kLongestWord);
    bytes_ = {word.data(), word.size()};
    ssize_t got = -1;
    do got = ::recvmsg(line, &head_, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    const cmsghdr* const with = got > 0 ? CMSG_FIRSTHDR(&head_) : nullptr;
    if (with == nullptr || with->cmsg_type != SCM_RIGHTS || with->cmsg_len != CMSG_LEN(sizeof files)) return false;
    word.resize(static_cast<std::size_t>(got));
    std::memcpy(files.data(), CMSG_DATA(with), sizeof files);
    return true;
  }

 private:
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(Files))> room_{};
  iovec bytes_{};
  msghdr head_{.msg_name = nullptr,
               .msg_namelen = 0,
               .msg_iov = &bytes_,
               .msg_iovlen = 1,
               .msg_control = room_.data(),
               .msg_controllen = sizeof room_,
               .msg_flags = 0};
};

void close_others() {
  if (::syscall(SYS_close_range, STDERR_FILENO + 1, ~0u, 0) == 0) return;
  rlimit most{};
  ::getrlimit(RLIMIT_NOFILE, &most);
  for (int file = STDERR_FILENO + 1; file < static_cast<int>(most.rlim_cur); ++file) ::close(file);  // before Linux 5.9
}

bool become_child(const Message::Files& files) {
  if (::setpgid(0, 0) != 0) return false;
  for (int standard = STDIN_FILENO; standard <= STDERR_FILENO; ++standard)
    if (::dup2(files[static_cast<std::size_t>(standard)], standard) < 0) return false;
  close_others();
  return true;
}

}  // namespace

// The first that nobody asks just now; where all are asked, the last is waited for.
std::unique_lock<std::mutex> ForkServer::take(Standing*& free) {
  for (Standing& server : servers_) {
    free = &server;
    std::unique_lock lock(server.mutex, std::try_to_lock);
    if (lock.owns_lock()) return lock;
  }
  free = &servers_.back();
  return std::unique_lock(free->mutex);
}

bool ForkServer::begin(Standing& server) const {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
  Descriptor theirs;
  Descriptor nothing;
  const bool ours = server.line.set(ends[0]);
  if (!theirs.set(ends[1]) || !ours || !nothing.set(::open("/dev/null", O_RDWR | O_CLOEXEC))) return false;
  const Result<pid_t> begun =
      start_program(command_, {theirs.number(), nothing.number(), nothing.number()}, {.bind_now = true});
  if (begun.ok()) server.process = *begun;
  return begun.ok();
}

void ForkServer::end(Standing& server) {
  server.line.close();
  if (server.process < 0) return;
  ::kill(server.process, SIGKILL);
  while (::waitpid(server.process, nullptr, 0) < 0 && errno == EINTR) continue;
  server.process = -1;
}

std::optional<pid_t> ForkServer::ask(const Standing& server, std::string_view word, const StandardFiles& files) {
  const int line = server.line.number();
  if (!Message().send(line, word, {files.input, files.output, files.errors})) return std::nullopt;
  const double deadline = now() + kMostSeconds;
  pollfd answer{line, POLLIN, 0};
  while (::poll(&answer, 1, kPollFor) <= 0)
    if (interrupted() || now() > deadline) return std::nullopt;
  pid_t child = -1;
  // NOLINTNEXTLINE(clang-analyzer-unix.BlockInCriticalSection): it has come, and the next one waits for it
  if (::recv(line, &child, sizeof child, 0) != sizeof child || child <= 0) return std::nullopt;
  ::setpgid(child, child);  // so that it leads its group by now, whoever of the two comes first
  return child;
}

std::optional<pid_t> ForkServer::fork(std::string_view word, const StandardFiles& files) {
  if (word.empty() || word.size() > kLongestWord || refused_) return std::nullopt;
  Standing* server = nullptr;
  const std::unique_lock lock = take(server);
  std::optional<pid_t> child;
  if (server->process >= 0 || begin(*server)) child = ask(*server, word, files);
  if (!child) {
    end(*server);
    if (!interrupted()) refused_ = true;
  }
  return child;
}

void ForkServer::retire() {
  for (Standing& server : servers_) {
    const std::lock_guard lock(server.mutex);
    end(server);
  }
}

Status serve_forks(const std::function<int(const std::string& word)>& child) {
  int kind = 0;
  socklen_t size = sizeof kind;
  if (::getsockopt(STDIN_FILENO, SOL_SOCKET, SO_TYPE, &kind, &size) != 0 || kind != SOCK_SEQPACKET)
    return Status(Code::kInvalidArgument, "this is how textkin runs itself, with a socket as its standard input");
  std::string word;
  Message::Files files;
  while (Message().receive(STDIN_FILENO, word, files)) {
    // By its number alone: what a C library does at a fork is for threads, and there is one.
    const long forked = ::syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    // What is left when it is done is to give back memory piece by piece, which the system does at once.
    if (forked == 0) ::_exit(become_child(files) ? child(word) : 1);
    for (const int file : files) ::close(file);
    const pid_t answer = static_cast<pid_t>(forked);
    if (::send(STDIN_FILENO, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer) break;
  }
  return {};
}

}  // namespace textkin::base
