// Confinement: a process gives up, for good, what it needs not to read a stranger's bytes.
//
// Whoever finds a hole in what reads them has that process and no more: no file but those that are named, nothing
// written, no network, no other process, no other program. Three parts of the kernel do it, each by itself: no new
// rights by a program that is begun (PR_SET_NO_NEW_PRIVS), Landlock (base/processes/landlock.h) and seccomp
// (base/processes/system_calls.h). Where the kernel lacks one, the others hold; who runs the process says so
// (Kernel::lacks). Cost: some 50 us.
#pragma once

#include <linux/filter.h>

#include <string>
#include <vector>

#include "base/processes/landlock.h"
#include "base/processes/system_calls.h"
#include "textkin/status.h"

namespace textkin::base {

// What this machine's kernel has, as far as what holds this process lets it.
struct Kernel {
  int landlock = 0;  // the version; 0: none
  bool seccomp = false;

  // "Landlock", "seccomp", both, or empty.
  std::string lacks() const;
};
Kernel kernel_of_this_machine();

class Confinement {
 public:
  // kIo where the kernel refuses what it says it has.
  static Result<Confinement> make(const OpenFiles& files, const SystemCalls& calls, const Kernel& kernel);
  // That of a process that reads what it was given, by what is open or in memory, and writes to what is open.
  static Result<Confinement> of_reader(const Kernel& kernel) { return make({}, {}, kernel); }
  // That of a process that gives such bytes to `child` and takes what it writes.
  static Result<Confinement> of_watcher(pid_t child, const Kernel& kernel);

  Confinement(Confinement&& other) noexcept;
  Confinement& operator=(Confinement&&) = delete;
  ~Confinement();

  // Confines this process, which has one thread, and all that it starts. false: errno says why, and it may be confined
  // in part. Calls the system only, so it may stand between fork and exec.
  bool apply() const;

 private:
  Confinement() = default;
  int ruleset_ = -1;
  std::vector<sock_filter> filter_;
};

// Applies it to this process. kIo where the kernel refuses.
Status confine_this_process(const Confinement& confinement);

}  // namespace textkin::base
