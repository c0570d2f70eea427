#include "base/processes/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <optional>

#include "base/machine.h"
#include "base/parallel.h"
#include "base/processes/confined_program.h"
#include "base/processes/confinement.h"
#include "base/processes/descriptor.h"
#include "base/processes/fork_server.h"
#include "base/processes/started_program.h"

namespace textkin::base {
namespace {

constexpr std::size_t kMostErrors = 16u << 10;
constexpr std::size_t kReadAtOnce = 64u << 10;
constexpr std::size_t kTakenAtOnce = 16 * kReadAtOnce;
constexpr int kLookEvery = 100;  // milliseconds, at the clock and for an interruption
// Between two looks whether a child that has closed its files has ended: most do at once, some never.
constexpr long kFirstMoment = 16'000;  // nanoseconds
constexpr long kLongestMoment = 512'000;

Status refused(std::string_view what, int error) {
  return Status(error == ENOENT ? Code::kNotFound : Code::kIo, fmt::format("{}: {}", what, std::strerror(error)));
}

// One of the child's standard files: its end and ours.
struct Channel {
  Descriptor theirs;
  Descriptor ours;

  // A socket for what is written, since writing to a pipe that nobody reads is a signal to the whole process.
  Status open(bool to_child) {
    int ends[2];
    const int made = to_child ? ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) : ::pipe2(ends, O_CLOEXEC);
    if (made != 0) return refused("no pipe to another program can be made", errno);
    if (!(ours.set(ends[0]) && theirs.set(ends[1])) || ::fcntl(ours.number(), F_SETFL, O_NONBLOCK) != 0)
      return refused("no pipe to another program can be made", errno);
    return {};
  }
};

class Child {
 public:
  Status start(const std::vector<std::string>& command, const ChildLimits& limits);
  Result<ChildEnd> watch(std::string_view input, const ChildLimits& limits);

 private:
  Status begin(const std::vector<std::string>& command, const ChildLimits& limits);
  void write_input();
  Status take(const ChildLimits& limits, ChildEnd& end, bool& too_much);
  void read(Channel& channel, std::string& out, std::size_t most, bool& more);
  bool has_ended();
  void kill_all() const;
  int reap() const;

  pid_t pid_ = -1;
  bool own_group_ = true;
  std::string_view input_;
  Channel in_;
  Channel out_;
  Channel errors_;
};

Status Child::start(const std::vector<std::string>& command, const ChildLimits& limits) {
  if (limits.input_file < 0) {
    TEXTKIN_RETURN_IF_ERROR(in_.open(true));
  } else if (!in_.theirs.set(::fcntl(limits.input_file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))) {
    return refused("a file cannot be handed to another program", errno);
  }
  TEXTKIN_RETURN_IF_ERROR(out_.open(false));
  TEXTKIN_RETURN_IF_ERROR(errors_.open(false));
  own_group_ = limits.own_group && !limits.confined;
  TEXTKIN_RETURN_IF_ERROR(begin(command, limits));
  for (Channel* channel : {&in_, &out_, &errors_}) channel->theirs.close();
  return {};
}

Status Child::begin(const std::vector<std::string>& command, const ChildLimits& limits) {
  const StandardFiles files{in_.theirs.number(), out_.theirs.number(), errors_.theirs.number()};
  if (limits.server != nullptr && own_group_) {
    if (const std::optional<pid_t> forked = limits.server->fork(limits.word, files)) {
      pid_ = *forked;
      return {};
    }
  }
  if (!limits.confined) {
    TEXTKIN_ASSIGN_OR_RETURN(pid_, start_program(command, files, {.own_group = own_group_}));
    return {};
  }
  const Kernel kernel = kernel_of_this_machine();
  TEXTKIN_ASSIGN_OR_RETURN(pid_, start_confined(command, files, kernel));
  if (!limits.confined_watcher) return {};
  TEXTKIN_ASSIGN_OR_RETURN(const Confinement own, Confinement::of_watcher(pid_, kernel));
  return confine_this_process(own);
}

void Child::write_input() {
  while (in_.ours.open() && !input_.empty()) {
    const ssize_t sent = ::send(in_.ours.number(), input_.data(), input_.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) return;
    if (sent < 0) break;  // it reads no more
    input_.remove_prefix(static_cast<std::size_t>(sent));
  }
  in_.ours.close();
}

// `more`: there was more than `most` bytes, which is left out.
void Child::read(Channel& channel, std::string& out, std::size_t most, bool& more) {
  std::array<char, kReadAtOnce> bytes;
  while (true) {
    const ssize_t got = ::read(channel.ours.number(), bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) return channel.ours.close();
    const std::size_t room = most - out.size();
    more = more || static_cast<std::size_t>(got) > room;
    out.append(bytes.data(), std::min<std::size_t>(got, room));
    if (static_cast<std::size_t>(got) < bytes.size()) return;
  }
}

// What the child has written by now.
Status Child::take(const ChildLimits& limits, ChildEnd& end, bool& too_much) {
  if (!limits.take_output) {
    read(out_, end.output, limits.most_output, too_much);
    return {};
  }
  std::string bytes;
  bool more = false;
  read(out_, bytes, kTakenAtOnce, more);
  return bytes.empty() ? Status() : limits.take_output(bytes);
}

// It stays a zombie, so that its number is nobody else's yet.
bool Child::has_ended() {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | WNOHANG) != 0 || info.si_pid == pid_;
}

void Child::kill_all() const { ::kill(own_group_ ? -pid_ : pid_, SIGKILL); }

int Child::reap() const {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

Result<ChildEnd> Child::watch(std::string_view input, const ChildLimits& limits) {
  input_ = input;
  ChildEnd end;
  const double deadline = now() + limits.seconds;
  bool too_much = false;
  bool long_complaint = false;
  bool too_long = false;
  timespec moment{0, kFirstMoment};
  Status taken;
  write_input();
  while (taken.ok() && !too_much && !too_long && !interrupted()) {
    std::array<pollfd, 3> waits{
        {{in_.ours.number(), POLLOUT, 0}, {out_.ours.number(), POLLIN, 0}, {errors_.ours.number(), POLLIN, 0}}};
    if (!out_.ours.open() && !errors_.ours.open()) {
      if (has_ended()) break;
      ::nanosleep(&moment, nullptr);
      moment.tv_nsec = std::min(2 * moment.tv_nsec, kLongestMoment);
    } else {
      const double left = std::clamp(1000 * (deadline - now()), 0.0, double{kLookEvery});
      ::poll(waits.data(), waits.size(), static_cast<int>(left) + 1);
      if (waits[0].revents != 0) write_input();
      if (waits[1].revents != 0) taken = take(limits, end, too_much);
      if (waits[2].revents != 0) read(errors_, end.errors, kMostErrors, long_complaint);
    }
    too_long = now() > deadline;
  }
  const bool stopped = interrupted();
  kill_all();
  const int status = reap();
  if (stopped) return Status(Code::kInterrupted, "interrupted");
  if (!taken.ok()) return taken;
  end.how = too_much              ? ChildEnd::How::kTooMuch
            : too_long            ? ChildEnd::How::kTooLong
            : WIFSIGNALED(status) ? ChildEnd::How::kSignalled
                                  : ChildEnd::How::kExited;
  end.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  // What it may have learned of the server's memory by that is of no use to the next.
  if (end.how != ChildEnd::How::kExited && limits.server != nullptr) limits.server->retire();
  return end;
}

}  // namespace

Result<ChildEnd> run_child(const std::vector<std::string>& command, std::string_view input, const ChildLimits& limits) {
  Child child;
  TEXTKIN_RETURN_IF_ERROR(child.start(command, limits));
  return child.watch(input, limits);
}

Status limit_this_process(std::uint64_t memory, std::uint64_t seconds) {
  const auto limit = [](auto resource, std::uint64_t value) {
    rlimit now{};
    if (::getrlimit(resource, &now) != 0) return false;
    now.rlim_max = std::min<rlim_t>(now.rlim_max, value);
    now.rlim_cur = std::min<rlim_t>(now.rlim_cur, value);
    return ::setrlimit(resource, &now) == 0;
  };
  if (limit(RLIMIT_AS, memory) && limit(RLIMIT_CPU, seconds) && limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0))
    return {};
  return refused("this process's limits cannot be set", errno);
}

}  // namespace textkin::base
