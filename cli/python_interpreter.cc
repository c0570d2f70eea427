#include "python_interpreter.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace textkin::cli {
namespace {

// Its arguments: the version, the table that messages name, --memory in bytes, and the command's words.
constexpr const char* kBegin = R"(import sys
try:
    import numpy, pyarrow.parquet  # which the package imports late
    from textkin.columns import main
except ImportError as missing:
    print(f"textkin: {sys.argv[2]}: tables need the Python package, and {sys.executable} lacks it ({missing}); install it"
          f" there with `{sys.executable} -m pip install .` in the folder of textkin's source, or name another"
          " interpreter by TEXTKIN_PYTHON", file=sys.stderr)
    sys.exit(2)
sys.exit(main(sys.argv[1:]))
)";

constexpr int kIsPython = 42;
// Its exit code is that only where it is a Python that the package knows.
constexpr const char* kProbe = "import sys; sys.exit(42 if sys.version_info >= (3, 11) else 1)";

// Whether it runs what Python runs; where it cannot be started at all, that is found when it is.
bool is_python(const std::string& program) {
  const std::array<std::string, 5> command{program, "-S", "-E", "-c", kProbe};
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (const int stream : {0, 1, 2}) posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_RDWR, 0);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, program.c_str(), &quiet, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&quiet);
  if (failed != 0) return true;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) && WEXITSTATUS(status) == kIsPython;
}

}  // namespace

Status run_in_python(const std::vector<std::string>& words, const std::string& table, std::uint64_t memory) {
  const char* const named = std::getenv("TEXTKIN_PYTHON");
  const std::string python = named != nullptr && *named != '\0' ? named : "python3";
  if (!is_python(python))
    return Status(Code::kInvalidArgument,
                  fmt::format("{}: tables need the Python package, and {} is no Python 3.11 or later; TEXTKIN_PYTHON "
                              "names an interpreter that has the package",
                              table, python));
  std::vector<std::string> command{python, "-c", kBegin, TEXTKIN_VERSION, table, fmt::to_string(memory)};
  command.insert(command.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::setenv("OPENBLAS_NUM_THREADS", "1", 1);            // of NumPy, whose threads would only take memory
  ::setenv("PYTHONSAFEPATH", "1", 1);                  // what lies in this folder is data and no Python
  ::setenv("ARROW_DEFAULT_MEMORY_POOL", "system", 1);  // which gives back what is free
  ::execvp(python.c_str(), arguments.data());
  return Status(Code::kNotFound, fmt::format("{}: tables need the Python package, and {} cannot be started ({}); "
                                             "TEXTKIN_PYTHON names an interpreter that has it",
                                             table, python, std::error_code(errno, std::generic_category()).message()));
}

}  // namespace textkin::cli
