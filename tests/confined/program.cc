// Stands in for pdftotext: tries the acts that the file on standard input names, and prints the answers as its text.
//
//   textkin_hostile without landlock|seccomp|both PROGRAM ...   runs it as on a kernel that lacks them
//   textkin_hostile without forks PROGRAM ...                   as where no process may have children for its parent
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "acts.h"

namespace {

int run_without(std::string_view what, char** words) {
  std::vector<sock_filter> filter{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  const auto lose = [&](unsigned call) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
  };
  if (what == "landlock" || what == "both")
    for (const unsigned landlock : {444u, 445u, 446u}) lose(landlock);
  if (what == "seccomp" || what == "both") lose(SYS_seccomp);
  if (what == "forks") {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3));
    filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)));
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_PARENT, 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL));
  }
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return 125;
  ::execv(words[0], words);
  return 126;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 3 && std::string_view(argv[1]) == "without") return run_without(argv[2], argv + 3);
  std::string instructions;
  char bytes[4096];
  for (ssize_t got = 0; (got = ::read(STDIN_FILENO, bytes, sizeof bytes)) > 0;)
    instructions.append(bytes, static_cast<std::size_t>(got));
  const std::string answers = hostile::answers_to(instructions);
  return std::fwrite(answers.data(), 1, answers.size(), stdout) == answers.size() ? 0 : 1;
}
