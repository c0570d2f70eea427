// textkin: the command line.
#include "program.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

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
  struct sigaction of_session{};
  sigaction(SIGHUP, nullptr, &of_session);
  if (of_session.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // with nohup a run outlives its session
  // A reader that went away, and a file that is as large as may be, are errors of the write, with a message.
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
  sigaction(SIGXFSZ, &action, nullptr);
}

[[noreturn]] void stop(std::string_view line) {
  if (::write(STDERR_FILENO, line.data(), line.size()) < 0) std::abort();
  ::_exit(textkin::cli::kExitFailed);
}

// Where libraries get no thread or no memory they throw what nobody can catch: on threads of their own, or while others
// that they have begun wait. What is not that is a defect, which shows where it is.
void on_terminate() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    stop(
        "textkin: the system gives no more memory; allow more (ulimit -v), or use less --memory and fewer --threads\n");
  } catch (const std::exception& error) {
    if (std::string_view(error.what()).find(std::strerror(EAGAIN)) != std::string_view::npos)
      stop("textkin: the system gives no more threads; allow more (ulimit -u), or use fewer --threads\n");
  } catch (...) {
  }
  std::abort();
}

}  // namespace

int main(int argc, char** argv) {
  install_signals();
  std::set_terminate(on_terminate);
  return textkin::cli::run_program(argc, argv);
}
