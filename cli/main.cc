// textkin: the command line. Parses, calls the engine, maps its Status to an exit code.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "commands.h"
#include "engine/run/process.h"
#include "python_interpreter.h"
#include "recorded_options.h"
#include "terminal.h"
#include "usage_error.h"

namespace {

constexpr int kExitUsage = 2;
constexpr int kExitInterrupted = 130;

// The first signal ends the run in good order; a second one at once.
void on_signal(int) {
  if (textkin::engine::run::interrupted()) _exit(kExitInterrupted);
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

int exit_code(const textkin::Status& status) {
  if (status.ok()) return 0;
  textkin::cli::message(status.message());
  return status.code() == textkin::Code::kInterrupted ? kExitInterrupted : kExitUsage;
}

}  // namespace

int main(int argc, char** argv) {
  install_signals();

  CLI::App app{"textkin finds documents that are alike, verifies every pair, and says how sure it is.", "textkin"};
  app.set_version_flag("--version", "textkin " TEXTKIN_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  app.footer(
      "\nExamples:\n"
      "  textkin dedup corpus.jsonl.gz -o clean.jsonl.gz --removed why.jsonl\n"
      "  textkin pairs essays/ --threshold 0.5 --exact\n"
      "  textkin compare draft1.txt draft2.txt\n"
      "  textkin plan --threshold 0.8 --recall 0.99\n"
      "\nExit codes: 0 done, 1 --check found something, 2 wrong usage or failed input or output, 130 interrupted.");
  textkin::cli::Commands commands(app);
  const std::vector<std::string> typed(argv + 1, argv + argc);
  try {
    textkin::Result<std::vector<std::string>> words = textkin::cli::with_recorded_options(typed);
    if (!words.ok()) return exit_code(words.status());
    std::reverse(words->begin(), words->end());  // as CLI11 takes a list
    app.parse(std::move(*words));
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    textkin::cli::message(textkin::cli::explain(app, error));
    return kExitUsage;
  }
  const textkin::Result<std::string> table = commands.table();
  if (!table.ok()) return exit_code(table.status());
  if (!table->empty()) return exit_code(textkin::cli::run_in_python(typed, *table, commands.memory()));
  textkin::Result<int> outcome = commands.run();
  return outcome.ok() ? *outcome : exit_code(outcome.status());
}
