#include "acts.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace hostile {
namespace {

// The value behind "target.KEY=", to the end of its line.
std::string target(std::string_view instructions, const std::string& key) {
  const std::string begin = "target." + key + "=";
  const std::size_t at = instructions.find(begin);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = instructions.substr(at + begin.size());
  return std::string(rest.substr(0, rest.find('\n')));
}

struct Targets {
  std::string folder;  // of the user, with files secret, victim and others
  std::string socket;  // a path that listens
  int port = 0;        // of 127.0.0.1 that listens
  pid_t parent = 0;
};

int outcome(long result) { return result < 0 ? errno : 0; }

int read_some(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  char bytes[16];
  const ssize_t got = ::read(file, bytes, sizeof bytes);
  const int error = got > 0 ? 0 : got == 0 ? ENODATA : errno;
  ::close(file);
  return error;
}

int open_with(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0644);
  if (file < 0) return errno;
  ::close(file);
  return 0;
}

int list(const std::string& path) {
  DIR* const folder = ::opendir(path.c_str());
  if (folder == nullptr) return errno;
  ::closedir(folder);
  return 0;
}

int connect_to(const sockaddr* address, socklen_t size, int family, int type) {
  const int socket = ::socket(family, type | SOCK_CLOEXEC, 0);
  if (socket < 0) return errno;
  const int error = outcome(::connect(socket, address, size));
  const int sent = error != 0 ? error : outcome(::send(socket, "stolen", 6, MSG_NOSIGNAL));
  ::close(socket);
  return sent;
}

int internet(const Targets& targets, int type) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(targets.port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connect_to(reinterpret_cast<const sockaddr*>(&address), sizeof address, AF_INET, type);
}

int unix_socket(const Targets& targets) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  targets.socket.copy(address.sun_path, sizeof address.sun_path - 1);
  return connect_to(reinterpret_cast<const sockaddr*>(&address), sizeof address, AF_UNIX, SOCK_STREAM);
}

int end_at_once(long child) {
  if (child < 0) return errno;
  if (child == 0) ::_exit(0);
  ::waitpid(static_cast<pid_t>(child), nullptr, 0);
  return 0;
}

int thread() {
  pthread_t made;
  const int error = ::pthread_create(&made, nullptr, [](void*) -> void* { return nullptr; }, nullptr);
  if (error == 0) ::pthread_join(made, nullptr);
  return error;
}

int attach(pid_t process) {
  if (::ptrace(PTRACE_ATTACH, process, nullptr, nullptr) != 0) return errno;
  ::waitpid(process, nullptr, 0);
  return outcome(::ptrace(PTRACE_DETACH, process, nullptr, nullptr));
}

// Where the address is nobody's, the kernel has already decided that it may be read.
int read_memory(pid_t process) {
  char bytes[8];
  const iovec here{bytes, sizeof bytes};
  const iovec there{reinterpret_cast<void*>(0x1000), sizeof bytes};
  const ssize_t got = ::process_vm_readv(process, &here, 1, &there, 1, 0);
  return got >= 0 || errno == EFAULT ? 0 : errno;
}

int inherited_descriptor() {
  for (int file = 3; file < 1024; ++file)
    if (::fcntl(file, F_GETFD) >= 0) return 0;
  return EBADF;
}

int much_memory() {
  constexpr std::size_t kMuch = std::size_t{3} << 29;
  void* const memory = ::mmap(nullptr, kMuch, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return errno;
  ::munmap(memory, kMuch);
  return 0;
}

int raise_limits() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_CPU, &limit) != 0) return errno;
  if (limit.rlim_cur == RLIM_INFINITY) return 0;
  limit.rlim_cur = limit.rlim_max = RLIM_INFINITY;
  return outcome(::setrlimit(RLIMIT_CPU, &limit));
}

// These three become another program, which tells that it was begun, or return.
int exec(const char* name) {
  const std::string told = std::string(name) + " done";
  const char* const words[] = {"echo", told.c_str(), nullptr};
  return outcome(::execv("/bin/echo", const_cast<char* const*>(words)));
}
int exec_by_number(const char* name, int number, const char* path) {
  const std::string told = std::string(name) + " done";
  const char* const words[] = {"echo", told.c_str(), nullptr};
  const char* const environment[] = {nullptr};
  return outcome(::syscall(SYS_execveat, number, path, words, environment, AT_EMPTY_PATH));
}
int exec_again(const char* name) {
  const int program = ::open("/bin/echo", O_RDONLY);
  if (program < 0) return errno;
  // The number by which the program itself was begun.
  if (::dup2(program, 100) < 0) return errno;
  return exec_by_number(name, 100, "");
}

[[noreturn]] void spin() {
  static volatile bool stop = false;
  while (!stop) continue;
  ::_exit(0);
}

// The numbers of calls are others there, so a filter of this architecture's would let anything through.
int call_of_32_bits() {
#if defined(__x86_64__)
  long result = 20;  // getpid
  asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  return result > 0 ? 0 : ENOSYS;
#else
  return ENOSYS;
#endif
}

struct Act {
  const char* name;
  int (*try_it)(const Targets&);
};

// clang-format off
constexpr Act kActs[] = {
    {"read-passwd", [](const Targets&) { return read_some("/etc/passwd"); }},
    {"read-file", [](const Targets& at) { return read_some(at.folder + "/secret"); }},
    {"list-folder", [](const Targets& at) { return list(at.folder); }},
    {"list-root", [](const Targets&) { return list("/"); }},
    {"create", [](const Targets& at) { return open_with(at.folder + "/new", O_WRONLY | O_CREAT); }},
    {"overwrite", [](const Targets& at) { return open_with(at.folder + "/victim", O_WRONLY); }},
    {"append", [](const Targets& at) { return open_with(at.folder + "/victim", O_WRONLY | O_APPEND); }},
    {"empty-by-open", [](const Targets& at) { return open_with(at.folder + "/victim", O_RDONLY | O_TRUNC); }},
    {"unnamed-file", [](const Targets& at) { return open_with(at.folder, O_RDWR | O_TMPFILE); }},
    {"write-below-usr", [](const Targets&) { return open_with("/usr/textkin-was-here", O_WRONLY | O_CREAT); }},
    {"truncate", [](const Targets& at) { return outcome(::truncate((at.folder + "/victim").c_str(), 0)); }},
    {"link", [](const Targets& at) { return outcome(::link((at.folder + "/secret").c_str(), (at.folder + "/linked").c_str())); }},
    {"symlink", [](const Targets& at) { return outcome(::symlink("/etc/passwd", (at.folder + "/pointer").c_str())); }},
    {"mkdir", [](const Targets& at) { return outcome(::mkdir((at.folder + "/made").c_str(), 0755)); }},
    {"fifo", [](const Targets& at) { return outcome(::mkfifo((at.folder + "/fifo").c_str(), 0644)); }},
    {"chmod", [](const Targets& at) { return outcome(::chmod((at.folder + "/victim").c_str(), 0777)); }},
    {"rename", [](const Targets& at) { return outcome(::rename((at.folder + "/victim").c_str(), (at.folder + "/moved").c_str())); }},
    {"remove", [](const Targets& at) { return outcome(::unlink((at.folder + "/doomed").c_str())); }},
    {"remove-folder", [](const Targets& at) { return outcome(::rmdir((at.folder + "/empty").c_str())); }},
    {"tcp", [](const Targets& at) { return internet(at, SOCK_STREAM); }},
    {"udp", [](const Targets& at) { return internet(at, SOCK_DGRAM); }},
    {"unix-socket", [](const Targets& at) { return unix_socket(at); }},
    {"socket-pair", [](const Targets&) { int two[2]; return outcome(::socketpair(AF_UNIX, SOCK_STREAM, 0, two)); }},
    {"fork", [](const Targets&) { return end_at_once(::fork()); }},
    {"vfork", [](const Targets&) { return end_at_once(::syscall(SYS_clone, CLONE_VFORK | SIGCHLD, 0, 0, 0, 0)); }},
    {"thread", [](const Targets&) { return thread(); }},
    {"ptrace", [](const Targets& at) { return attach(at.parent); }},
    {"read-memory", [](const Targets& at) { return read_memory(at.parent); }},
    {"open-memory", [](const Targets& at) { return open_with("/proc/" + std::to_string(at.parent) + "/mem", O_RDONLY); }},
    {"read-environment", [](const Targets& at) { return read_some("/proc/" + std::to_string(at.parent) + "/environ"); }},
    {"own-environment", [](const Targets&) { return std::getenv("TEXTKIN_TEST_SECRET") != nullptr ? 0 : ENOENT; }},
    {"inherited-descriptor", [](const Targets&) { return inherited_descriptor(); }},
    {"signal", [](const Targets& at) { return outcome(::kill(at.parent, SIGCONT)); }},
    {"signal-group", [](const Targets&) { return outcome(::kill(0, SIGCONT)); }},
    {"new-rights", [](const Targets&) { return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0 ? 0 : EPERM; }},
    {"memory-file", [](const Targets&) { return outcome(::syscall(SYS_memfd_create, "x", 0)); }},
    {"much-memory", [](const Targets&) { return much_memory(); }},
    {"raise-limits", [](const Targets&) { return raise_limits(); }},
    // Refused to most people anyway; the others say EPERM here too, whatever else they would say.
    {"mount", [](const Targets&) { return outcome(::syscall(SYS_mount, nullptr, "/", nullptr, 0, nullptr)); }},
    {"unshare", [](const Targets&) { return outcome(::syscall(SYS_unshare, 0)); }},
    {"keyctl", [](const Targets&) { return outcome(::syscall(SYS_keyctl, 0, -3, 0)); }},
    {"bpf", [](const Targets&) { return outcome(::syscall(SYS_bpf, 0, nullptr, 0)); }},
    {"io-uring", [](const Targets&) { return outcome(::syscall(SYS_io_uring_setup, 0, nullptr)); }},
    {"userfaultfd", [](const Targets&) { return outcome(::syscall(SYS_userfaultfd, 0)); }},
    {"perf", [](const Targets&) { return outcome(::syscall(SYS_perf_event_open, nullptr, 0, 0, -1, 0)); }},
    // The last act of a process, where it is done.
    {"exec", [](const Targets&) { return exec("exec"); }},
    {"exec-by-path", [](const Targets&) { return exec_by_number("exec-by-path", 100, "/bin/echo"); }},
    {"exec-again", [](const Targets&) { return exec_again("exec-again"); }},
    {"32-bits", [](const Targets&) { return call_of_32_bits(); }},
    {"spin", [](const Targets&) -> int { spin(); }},
};
// clang-format on

}  // namespace

std::string answers_to(std::string_view instructions) {
  Targets targets;
  targets.folder = target(instructions, "folder");
  targets.socket = target(instructions, "socket");
  targets.port = std::atoi(target(instructions, "port").c_str());
  targets.parent = ::getppid();
  std::string answers;
  while (!instructions.empty()) {
    std::string_view line = instructions.substr(0, instructions.find('\n'));
    instructions.remove_prefix(line.size() == instructions.size() ? line.size() : line.size() + 1);
    if (!line.starts_with("act=")) continue;
    line.remove_prefix(4);
    for (const Act& act : kActs) {
      if (line != act.name) continue;
      const int error = act.try_it(targets);
      answers +=
          error == 0 ? std::string(line) + " done\n" : std::string(line) + " refused: " + std::strerror(error) + "\n";
    }
  }
  return answers;
}

}  // namespace hostile
