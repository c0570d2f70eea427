// Landlock: the kernel's rule by which a process gives up the files that it may not open. Its rights are data here.
//
// A ruleset is made first and applied later, so that what stands between fork and exec is a call of the system alone.
// Newer kernels refuse more: from version 2 links across folders, 3 truncation, 4 TCP, 5 devices, 6 abstract sockets
// and signals to processes outside. Each is taken where it is there.
#pragma once

#include <string>
#include <vector>

#include "textkin/status.h"

namespace textkin::base {

// What may be opened, everything below a folder too; nothing else may, and nothing may be written. What is not there is
// left out.
struct OpenFiles {
  std::vector<std::string> read{};
  std::vector<std::string> execute{};  // files, that may also be read
  bool signals = false;                // whether processes outside may be sent signals
};

// The version of the kernel's interface; 0: it has none, or what holds this process keeps it from it.
int landlock_version();

// A descriptor of the ruleset, which is closed when another program begins. kIo where the kernel refuses.
Result<int> make_landlock_ruleset(const OpenFiles& files, int version);

// This process and all that it will start have no more rights than the ruleset's, which is a descriptor of
// make_landlock_ruleset(). Needs PR_SET_NO_NEW_PRIVS. false: errno says why. May be called between fork and exec.
bool apply_landlock_ruleset(int ruleset);

}  // namespace textkin::base
