// run_child: another program, given bytes on its standard input and watched until it ends.
//
// The child is begun by start_program() (base/processes/started_program.h), unless its limits say otherwise. It ends by
// itself, or is killed with all that it started: when `seconds` of wall clock are over, when it has written
// more than `most_output` bytes, when this run is interrupted. What bytes it may see or spend besides,
// limit_this_process() in the child decides. Errors: kNotFound where the program is not there, kIo where the system
// refuses a process, kInterrupted. Threads: any, at once. Cost: starting a process, 1 ms and what the program itself
// needs to begin.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"

namespace textkin::base {

class ForkServer;

struct ChildLimits {
  double seconds = 60;
  std::uint64_t most_output = 64u << 20;
  // Whether the child leads a group of its own; else it stays in this process's, and ends when that is killed.
  bool own_group = true;
  // Whether the child is started by start_confined() (base/processes/confined_program.h), for whom command[0] is a
  // path, and which stays in this process's group.
  bool confined = false;
  // A descriptor that is the child's standard input, instead of bytes that it is given; it stays the caller's. < 0:
  // none.
  int input_file = -1;
  // What the child writes, piece by piece, instead of ChildEnd::output and without an end. Where it fails the child is
  // killed, and this is what comes of run_child().
  std::function<Status(std::string_view bytes)> take_output = {};
  // Whether then this process, which has one thread, gives up all but watching that child.
  bool confined_watcher = false;
  // What forks a child that does the same, told `word`, where it can and own_group holds: the command is begun else.
  ForkServer* server = nullptr;
  std::string_view word = {};
};

struct ChildEnd {
  enum class How { kExited, kSignalled, kTooLong, kTooMuch };
  How how = How::kExited;
  int code = 0;        // the exit code, or the signal
  std::string output;  // its standard output
  std::string errors;  // the first 16 KiB of its standard error
};

Result<ChildEnd> run_child(const std::vector<std::string>& command, std::string_view input, const ChildLimits& limits);

// For a process that reads hostile bytes, before it does: no more than `memory` bytes of address space and `seconds` of
// processor time from now on, no core dump, nothing written to any file. What it starts inherits that.
Status limit_this_process(std::uint64_t memory, std::uint64_t seconds);

}  // namespace textkin::base
