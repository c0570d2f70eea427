#include "base/processes/started_program.h"

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace textkin::base {
namespace {

// A program that was built beside libraries of its own does not start without the one.
std::vector<std::string> environment_of_child(bool bind_now) {
  std::vector<std::string> out{"LC_ALL=C.UTF-8"};
  if (bind_now) out.emplace_back("LD_BIND_NOW=1");
  if (const char* libraries = std::getenv("LD_LIBRARY_PATH"))
    out.push_back(fmt::format("LD_LIBRARY_PATH={}", libraries));
  return out;
}

std::vector<char*> pointers_to(const std::vector<std::string>& strings) {
  std::vector<char*> out;
  out.reserve(strings.size() + 1);
  for (const std::string& one : strings) out.push_back(const_cast<char*>(one.c_str()));
  out.push_back(nullptr);
  return out;
}

}  // namespace

Result<pid_t> start_program(const std::vector<std::string>& command, const StandardFiles& files,
                            const HowToStart& how) {
  const std::vector<char*> words = pointers_to(command);
  const std::vector<std::string> variables = environment_of_child(how.bind_now);
  const std::vector<char*> environment = pointers_to(variables);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t settings;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&settings);
  ::posix_spawn_file_actions_adddup2(&actions, files.input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, files.output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, files.errors, STDERR_FILENO);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  sigset_t signals;
  ::sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&settings, &signals);
  for (const int usual : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM}) ::sigaddset(&signals, usual);
  ::posix_spawnattr_setsigdefault(&settings, &signals);
  const int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (how.own_group ? POSIX_SPAWN_SETPGROUP : 0);
  ::posix_spawnattr_setflags(&settings, static_cast<short>(flags));
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, words[0], &actions, &settings, words.data(), environment.data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&settings);
  if (error != 0)
    return Status(error == ENOENT ? Code::kNotFound : Code::kIo,
                  fmt::format("{} cannot be run: {}", command[0], std::strerror(error)));
  return child;
}

}  // namespace textkin::base
