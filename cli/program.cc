#include "program.h"

#include <algorithm>
#include <cerrno>
#include <CLI/CLI.hpp>
#include <cstring>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "examples.h"
#include "help_formatter.h"
#include "many_values.h"
#include "python_interpreter.h"
#include "recorded_options.h"
#include "terminal.h"
#include "usage_error.h"

namespace textkin::cli {
namespace {

int exit_code(const Status& status) {
  if (status.ok()) return 0;
  message(status.message());
  return status.code() == Code::kInterrupted ? kExitInterrupted : kExitFailed;
}

}  // namespace

int run_program(int argc, char** argv) {
  CLI::App app{"textkin finds documents that are alike, verifies every pair, and says how sure it is.", "textkin"};
  app.set_version_flag("--version", "textkin " TEXTKIN_VERSION);
  app.require_subcommand(1);
  const auto formatter = std::make_shared<HelpFormatter>();
  formatter->column_width(34);
  app.formatter(formatter);
  const std::vector<std::string> typed(argv + 1, argv + argc);
  Commands commands(app, typed);
  add_examples(app);
  try {
    if (const Status status = refuse_empty_values(app, typed); !status.ok()) return exit_code(status);
    Result<std::vector<std::string>> words = with_recorded_options(typed);
    if (!words.ok()) return exit_code(words.status());
    std::vector<std::string> parsed = with_many_values(app, *words);
    std::reverse(parsed.begin(), parsed.end());  // as CLI11 takes a list
    app.parse(std::move(parsed));
  } catch (const CLI::Success& asked) {  // --help, --version
    std::ostringstream text;
    const int code = app.exit(asked, text, text);
    errno = 0;
    // Whoever has read enough has closed the pipe.
    if (std::cout << text.str() << std::flush || errno == EPIPE) return code;
    message(std::string("what was asked for cannot be written to standard output: ") + std::strerror(errno));
    return kExitFailed;
  } catch (const CLI::ParseError& error) {
    message(explain(app, error));
    return kExitFailed;
  }
  const Result<std::string> table = commands.table();
  if (!table.ok()) return exit_code(table.status());
  if (!table->empty()) return exit_code(run_in_python(typed, *table, commands.memory()));
  Result<int> outcome = commands.run();
  return outcome.ok() ? *outcome : exit_code(outcome.status());
}

}  // namespace textkin::cli
