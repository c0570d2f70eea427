#include "base/processes/confinement.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace textkin::base {

std::string Kernel::lacks() const {
  if (landlock > 0) return seccomp ? "" : "seccomp";
  return seccomp ? "Landlock" : "Landlock and seccomp";
}

Kernel kernel_of_this_machine() { return {.landlock = landlock_version(), .seccomp = has_seccomp()}; }

Result<Confinement> Confinement::make(const OpenFiles& files, const SystemCalls& calls, const Kernel& kernel) {
  Confinement made;
  if (kernel.landlock > 0) {
    TEXTKIN_ASSIGN_OR_RETURN(made.ruleset_, make_landlock_ruleset(files, kernel.landlock));
  }
  if (kernel.seccomp) made.filter_ = make_seccomp_filter(calls);
  return made;
}

// Landlock would keep it from ending a child that was started before and is confined by itself; seccomp allows that
// signal only.
Result<Confinement> Confinement::of_watcher(pid_t child, const Kernel& kernel) {
  return make({.signals = true}, {.child = child}, kernel);
}

Confinement::Confinement(Confinement&& other) noexcept
    : ruleset_(std::exchange(other.ruleset_, -1)), filter_(std::move(other.filter_)) {}

Confinement::~Confinement() {
  if (ruleset_ >= 0) ::close(ruleset_);
}

bool Confinement::apply() const {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  if (ruleset_ >= 0 && !apply_landlock_ruleset(ruleset_)) return false;
  return filter_.empty() || apply_seccomp_filter(filter_);
}

Status confine_this_process(const Confinement& confinement) {
  if (confinement.apply()) return {};
  return Status(Code::kIo, fmt::format("this process cannot be confined: {}", std::strerror(errno)));
}

}  // namespace textkin::base
