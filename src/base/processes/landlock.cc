#include "base/processes/landlock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace textkin::base {
namespace {

// The headers of the system that compiles may be older than the kernel that runs, so all of it is spelled here.
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;
constexpr unsigned kAskVersion = 1;
constexpr int kPathBeneath = 1;

struct Ruleset {
  std::uint64_t files;
  std::uint64_t network;  // from version 4
  std::uint64_t scopes;   // from version 6
};
struct [[gnu::packed]] PathRule {
  std::uint64_t rights;
  std::int32_t parent;
};

constexpr std::uint64_t kExecute = 1u << 0;
constexpr std::uint64_t kReadFile = 1u << 2;
constexpr std::uint64_t kReadFolder = 1u << 3;
constexpr std::uint64_t kBindAndConnectTcp = 3;
constexpr std::uint64_t kAbstractSockets = 1u << 0;
constexpr std::uint64_t kSignals = 1u << 1;

// How many rights on files a version knows; each has a bit.
constexpr std::array<unsigned, 6> kFileRights{0, 13, 14, 15, 15, 16};

Ruleset all_rights(int version, bool signals) {
  const std::size_t known = std::min<std::size_t>(static_cast<std::size_t>(version), kFileRights.size() - 1);
  Ruleset rights{(std::uint64_t{1} << kFileRights[known]) - 1, 0, 0};
  if (version >= 4) rights.network = kBindAndConnectTcp;
  if (version >= 6) rights.scopes = kAbstractSockets | (signals ? 0 : kSignals);
  return rights;
}

std::size_t size_of_ruleset(int version) {
  return version >= 6 ? sizeof(Ruleset) : version >= 4 ? 2 * sizeof(std::uint64_t) : sizeof(std::uint64_t);
}

bool allow(int ruleset, const std::string& path, std::uint64_t rights) {
  const int file = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (file < 0) return true;  // what is not there cannot be opened either
  struct stat status{};
  if (::fstat(file, &status) == 0 && !S_ISDIR(status.st_mode)) rights &= ~kReadFolder;
  const PathRule rule{rights, file};
  const bool allowed = ::syscall(kAddRule, ruleset, kPathBeneath, &rule, 0u) == 0;
  const int error = errno;
  ::close(file);
  errno = error;
  return allowed;
}

}  // namespace

int landlock_version() {
  const long version = ::syscall(kCreateRuleset, nullptr, std::size_t{0}, kAskVersion);
  return version > 0 ? static_cast<int>(version) : 0;
}

Result<int> make_landlock_ruleset(const OpenFiles& files, int version) {
  const Ruleset rights = all_rights(version, files.signals);
  const int ruleset = static_cast<int>(::syscall(kCreateRuleset, &rights, size_of_ruleset(version), 0u));
  bool made = ruleset >= 0;
  for (const std::string& path : files.read) made = made && allow(ruleset, path, kReadFile | kReadFolder);
  for (const std::string& path : files.execute) made = made && allow(ruleset, path, kReadFile | kExecute);
  if (made) return ruleset;
  const Status why(Code::kIo, fmt::format("the kernel's Landlock refuses: {}", std::strerror(errno)));
  if (ruleset >= 0) ::close(ruleset);
  return why;
}

bool apply_landlock_ruleset(int ruleset) { return ::syscall(kRestrictSelf, ruleset, 0u) == 0; }

}  // namespace textkin::base
