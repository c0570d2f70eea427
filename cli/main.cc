// textkin: the command line.
#include "program.h"

#include <signal.h>
#include <unistd.h>

#include "engine/run/process.h"

namespace {

// The first signal ends the run in good order; a second one at once.
void on_signal(int) {
  if (textkin::engine::run::interrupted()) _exit(textkin::cli::kExitInterrupted);
  textkin::engine::run::request_interrupt();
}

void install_signals() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  action.sa_handler = SIG_IGN;  // a reader that went away is an error of the write, with a message
  sigaction(SIGPIPE, &action, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
  install_signals();
  return textkin::cli::run_program(argc, argv);
}
