// SystemCalls: what a confined process may ask of the kernel, and the seccomp filter that holds it to that.
//
// The filter names what is allowed; all else is refused with EPERM, so that a call of tomorrow is refused too. Nothing
// is written but to open descriptors, nothing is removed, renamed, linked or made, there are no sockets, no processes,
// no threads, no signals to anybody (so a program that gives up ends by SIGSEGV, not SIGABRT) and no limit is changed.
// Calls of another architecture (32 bits, x32) end the process.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <vector>

namespace textkin::base {

struct SystemCalls {
  bool open_files = false;  // for reading only
  int program = -1;         // the number of a descriptor: the program that may be begun, by execveat
  pid_t child = 0;          // whom it may wait for, write to and kill
};

// The kernel has seccomp filters, and this architecture has its list here.
bool has_seccomp();

std::vector<sock_filter> make_seccomp_filter(const SystemCalls& allowed);

// For this process and all that it will start, from now on. Needs PR_SET_NO_NEW_PRIVS. false: errno says why. May be
// called between fork and exec.
bool apply_seccomp_filter(const std::vector<sock_filter>& filter);

}  // namespace textkin::base
