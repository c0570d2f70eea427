// start_confined: a program of the system's, to which strangers' bytes are given.
//
// It is confined before it begins, and what it is allowed is what a program of the system's needs to begin and to read
// its own data: files below /usr, /lib, /lib64 and /etc/fonts, its libraries, and for one that lies elsewhere the
// folders lib and share beside its own. It gets the three standard files, no other, and an environment of LC_ALL alone.
// By Landlock it can begin no program but itself and the loader anew, confined as it is; where the kernel has none,
// any, confined as it is.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/processes/confinement.h"
#include "base/processes/started_program.h"
#include "textkin/status.h"

namespace textkin::base {

// What the program is started with; a child that could not begin it says why on standard error and ends with this.
inline constexpr int kNotBegun = 127;

// The child's number. command[0] is a path with a slash, of a program and not of a script. Errors: kNotFound where it
// is not there, kIo. Threads: for a process of one thread.
Result<pid_t> start_confined(const std::vector<std::string>& command, const StandardFiles& files, const Kernel& kernel);

}  // namespace textkin::base
