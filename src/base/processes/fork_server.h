// ForkServer: a program that stands ready, loaded and waiting, and forks for each child that is wanted.
//
// A program of many libraries takes milliseconds to begin, and each file that is not to be trusted costs a process of
// its own. Here it begins once and reads nothing of what its children read. A fork of it has what one that was begun
// anew would have: the three standard files, no other, a process group of its own, and nothing that another was given.
// It is this process's own child (CLONE_PARENT), to be waited for and killed like others. All that forks share is where
// in memory things lie: so whoever sees one end by a signal retires the server, and nobody who tries out addresses file
// by file comes to a second try.
//
// It makes children cheaper, and is no other way to get them: where it cannot be (a system without CLONE_PARENT, a
// program that does not begin, no descriptors left), fork() gives none, and the caller begins the program itself, which
// says why. Threads: any, at once. A process makes one fork after the other, so that for threads that ask at the same
// time more of them stand ready, up to eight. Cost: the program's start for each of those, then .2 ms a child.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/processes/descriptor.h"
#include "base/processes/started_program.h"
#include "textkin/status.h"

namespace textkin::base {

class ForkServer {
 public:
  // The program calls serve_forks(). It is begun when the first child is wanted.
  explicit ForkServer(std::vector<std::string> command) : command_(std::move(command)) {}
  ~ForkServer() { retire(); }
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // The number of a child that is told `word`, and leads a group.
  std::optional<pid_t> fork(std::string_view word, const StandardFiles& files);
  // The next child will be of a program that is begun anew. Those that were forked go on.
  void retire();

 private:
  struct Standing {
    std::mutex mutex{};
    pid_t process = -1;
    Descriptor line{};
  };
  std::unique_lock<std::mutex> take(Standing*& free);
  bool begin(Standing& server) const;
  static void end(Standing& server);
  static std::optional<pid_t> ask(const Standing& server, std::string_view word, const StandardFiles& files);

  static constexpr std::size_t kMostServers = 8;
  const std::vector<std::string> command_;
  std::array<Standing, kMostServers> servers_;
  std::atomic<bool> refused_ = false;  // there can be none
};

// The server: a process of one thread whose standard input is the line to a ForkServer. Each child does what `child`
// does with its word, and ends with the code that it gives, without what a program does at its end. Returns when no
// more are wanted. kInvalidArgument where standard input is no line.
Status serve_forks(const std::function<int(const std::string& word)>& child);

}  // namespace textkin::base
