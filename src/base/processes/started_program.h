// start_program: a program that this process trusts, in a process of its own.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "textkin/status.h"

namespace textkin::base {

// Descriptors above 2.
struct StandardFiles {
  int input;
  int output;
  int errors;
};

struct HowToStart {
  bool own_group = true;  // it leads a group of its own; else it stays in this process's
  bool bind_now = false;  // the loader finds all that libraries call before it begins, not when it is called
};

// The child's number. It gets the command's words and of this process's files the three standard ones; signals are as
// usual. Of the environment it gets nothing but LD_LIBRARY_PATH, where libraries lie; LC_ALL is C.UTF-8. command[0] is
// looked for in this process's PATH unless it holds a slash. Errors: kNotFound where the program is not there, kIo.
// Threads: any, at once.
Result<pid_t> start_program(const std::vector<std::string>& command, const StandardFiles& files, const HowToStart& how);

}  // namespace textkin::base
