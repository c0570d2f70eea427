#include "base/processes/confined_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace textkin::base {
namespace {

// The program is begun by the number of a descriptor, the only one that the filter allows. It is closed by that, and
// above what the process may open later: so it is begun once.
constexpr int kProgram = 100;
constexpr rlim_t kMostFiles = 64;

OpenFiles files_of(const std::string& program) {
  OpenFiles files;
  files.read = {"/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache"};
  // Programs are read and run by one of these.
  files.execute = {program, "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib/ld-musl-x86_64.so.1",
                   "/lib/ld-musl-aarch64.so.1"};
  const std::string folder = program.substr(0, program.rfind('/'));
  for (const char* beside : {"/../lib", "/../share"}) files.read.push_back(folder + beside);
  return files;
}

void close_others_when_it_begins() {
  if (::syscall(SYS_close_range, STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC) == 0) return;
  for (int file = STDERR_FILENO + 1; file <= kProgram; ++file) ::fcntl(file, F_SETFD, FD_CLOEXEC);  // before Linux 5.11
}

void usual_signals() {
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int usual : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM}) ::signal(usual, SIG_DFL);
}

// In the child, between fork and exec. Returns where it fails.
void begin(int program, const StandardFiles& files, const Confinement& confinement, char* const* words) {
  usual_signals();
  if (::dup2(files.input, STDIN_FILENO) < 0 || ::dup2(files.output, STDOUT_FILENO) < 0 ||
      ::dup2(files.errors, STDERR_FILENO) < 0 || ::dup3(program, kProgram, O_CLOEXEC) < 0)
    return;
  close_others_when_it_begins();
  const rlimit few{kMostFiles, kMostFiles};
  if (::setrlimit(RLIMIT_NOFILE, &few) != 0 || !confinement.apply()) return;
  char locale[] = "LC_ALL=C.UTF-8";
  char* const environment[] = {locale, nullptr};
  ::syscall(SYS_execveat, kProgram, "", words, environment, AT_EMPTY_PATH);
}

}  // namespace

Result<pid_t> start_confined(const std::vector<std::string>& command, const StandardFiles& files,
                             const Kernel& kernel) {
  const int program = ::open(command[0].c_str(), O_PATH | O_CLOEXEC);
  if (program < 0)
    return Status(errno == ENOENT ? Code::kNotFound : Code::kIo,
                  fmt::format("{} cannot be run: {}", command[0], std::strerror(errno)));
  Result<Confinement> confinement =
      Confinement::make(files_of(command[0]), {.open_files = true, .program = kProgram}, kernel);
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t child = confinement.ok() ? ::fork() : -1;
  if (child == 0) {
    begin(program, files, *confinement, words.data());
    const char* const why = ::strerrordesc_np(errno);
    [[maybe_unused]] const ssize_t told = ::write(STDERR_FILENO, why, std::strlen(why));
    ::_exit(kNotBegun);
  }
  const int error = errno;
  ::close(program);
  if (!confinement.ok()) return confinement.status();
  if (child < 0) return Status(Code::kIo, fmt::format("{} cannot be run: {}", command[0], std::strerror(error)));
  return child;
}

}  // namespace textkin::base
