#include "base/processes/system_calls.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>

namespace textkin::base {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif
constexpr std::uint32_t kX32 = 0x40000000;  // set in numbers of the x32 architecture, which shares its name

// The most frequent ones first: the kernel goes through them in order.
// clang-format off
constexpr long kHarmless[] = {
    // open descriptors
    SYS_read, SYS_write, SYS_close, SYS_lseek, SYS_readv, SYS_writev, SYS_pread64, SYS_fstat, SYS_dup, SYS_dup3,
    // memory
    SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk,
    // what a C library does when it begins, waits and ends
    SYS_futex, SYS_set_tid_address, SYS_set_robust_list, SYS_exit, SYS_exit_group, SYS_restart_syscall,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_getrandom, SYS_uname, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_nanosleep, SYS_clock_nanosleep, SYS_ppoll,
#ifdef SYS_rseq
    SYS_rseq,
#endif
    // clocks and what the process is
    SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_getrusage, SYS_times, SYS_sysinfo, SYS_getpid,
    SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
    // whether a file is there, which tells nothing of what is in it
    SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_readlinkat, SYS_statfs, SYS_fstatfs,
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#if defined(__x86_64__)
    SYS_dup2, SYS_arch_prctl, SYS_poll, SYS_time, SYS_getrlimit, SYS_stat, SYS_lstat, SYS_access, SYS_readlink,
#endif
};
// clang-format on

// A call that is allowed where `argument & mask` is `value`: of an int in its low half, of a pointer in both.
struct Condition {
  long call;
  unsigned argument;
  std::uint32_t mask;
  std::uint32_t value;
  bool pointer = false;
};

constexpr std::uint32_t kAll = ~std::uint32_t{0};
// Of flags of open: what writes, makes or empties. O_TMPFILE is a bit of its own beside O_DIRECTORY.
constexpr std::uint32_t kWriting = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);

constexpr Condition kHarmlessIf[] = {
    {SYS_fcntl, 1, kAll, F_GETFD}, {SYS_fcntl, 1, kAll, F_SETFD},
    {SYS_fcntl, 1, kAll, F_GETFL}, {SYS_fcntl, 1, kAll, F_DUPFD_CLOEXEC},
    {SYS_ioctl, 1, kAll, TCGETS},  {SYS_prlimit64, 2, kAll, 0, true},  // nothing new
};

constexpr Condition kOpening[] = {
    {SYS_openat, 2, kWriting, O_RDONLY},
#if defined(__x86_64__)
    {SYS_open, 1, kWriting, O_RDONLY},
#endif
    {SYS_getdents64, 0, 0, 0},  // always: no bit is compared
};

class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    jump(kArchitecture, 1, 0);
    end(SECCOMP_RET_KILL_PROCESS);
    load(offsetof(seccomp_data, nr));
    code_.push_back(statement(BPF_JMP | BPF_JGE | BPF_K, kX32, 0, 1));
    end(SECCOMP_RET_KILL_PROCESS);
  }

  void allow(long call) {
    jump(static_cast<std::uint32_t>(call), 0, 1);
    end(SECCOMP_RET_ALLOW);
  }

  // Where all conditions hold, which are of one call.
  void allow(std::initializer_list<Condition> conditions) {
    std::vector<sock_filter> checks;
    for (const Condition& condition : conditions) {
      compare(condition, 0, condition.value, checks);
      if (condition.pointer) compare(condition, sizeof(std::uint32_t), 0, checks);
    }
    const std::size_t size = checks.size();
    jump(static_cast<std::uint32_t>(conditions.begin()->call), 0, static_cast<std::uint8_t>(size + 2));
    for (std::size_t i = 0; i < size; ++i) {
      // A comparison that fails leads behind "allow".
      if (BPF_CLASS(checks[i].code) == BPF_JMP) checks[i].jf = static_cast<std::uint8_t>(size - i);
      code_.push_back(checks[i]);
    }
    end(SECCOMP_RET_ALLOW);
    load(offsetof(seccomp_data, nr));  // for the next rule
  }

  std::vector<sock_filter> finish() {
    end(SECCOMP_RET_ERRNO | EPERM);
    return std::move(code_);
  }

 private:
  static sock_filter statement(unsigned code, std::uint32_t value, std::uint8_t if_so = 0, std::uint8_t if_not = 0) {
    return {static_cast<std::uint16_t>(code), if_so, if_not, value};
  }
  static sock_filter load_from(std::size_t offset) {
    return statement(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  static void compare(const Condition& condition, std::size_t half, std::uint32_t value,
                      std::vector<sock_filter>& checks) {
    checks.push_back(load_from(offsetof(seccomp_data, args) + condition.argument * sizeof(std::uint64_t) + half));
    if (condition.mask != kAll) checks.push_back(statement(BPF_ALU | BPF_AND | BPF_K, condition.mask));
    checks.push_back(statement(BPF_JMP | BPF_JEQ | BPF_K, value));
  }
  void load(std::size_t offset) { code_.push_back(load_from(offset)); }
  void jump(std::uint32_t equal_to, std::uint8_t if_so, std::uint8_t if_not) {
    code_.push_back(statement(BPF_JMP | BPF_JEQ | BPF_K, equal_to, if_so, if_not));
  }
  void end(std::uint32_t action) { code_.push_back(statement(BPF_RET | BPF_K, action)); }

  std::vector<sock_filter> code_;
};

}  // namespace

bool has_seccomp() {
  const std::uint32_t action = SECCOMP_RET_KILL_PROCESS;
  return kArchitecture != 0 && ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0u, &action) == 0;
}

std::vector<sock_filter> make_seccomp_filter(const SystemCalls& allowed) {
  Filter filter;
  for (const long call : kHarmless) filter.allow(call);
  for (const Condition& condition : kHarmlessIf) filter.allow({condition});
  if (allowed.open_files)
    for (const Condition& condition : kOpening) filter.allow({condition});
  // A path that is not empty could still be given here; which files may be executed is Landlock's.
  if (allowed.program >= 0)
    filter.allow(
        {{SYS_execveat, 0, kAll, static_cast<std::uint32_t>(allowed.program)}, {SYS_execveat, 4, kAll, AT_EMPTY_PATH}});
  if (allowed.child > 0) {
    filter.allow({{SYS_kill, 0, kAll, static_cast<std::uint32_t>(allowed.child)}, {SYS_kill, 1, kAll, SIGKILL}});
    filter.allow({{SYS_sendto, 4, kAll, 0, true}});
    filter.allow(SYS_waitid);
    filter.allow(SYS_wait4);
  }
  return filter.finish();
}

bool apply_seccomp_filter(const std::vector<sock_filter>& filter) {
  const sock_fprog program{static_cast<unsigned short>(filter.size()), const_cast<sock_filter*>(filter.data())};
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0u, &program) == 0;
}

}  // namespace textkin::base
