#include "table_inputs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace textkin::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kBinary = {".parquet", ".arrow", ".arrows", ".feather"};

// Its arguments: the version, the table that messages name, --memory in bytes, and the command's words.
constexpr const char* kBegin = R"(import sys
try:
    from textkin.columns import main
except ImportError as missing:
    print(f"textkin: {sys.argv[2]}: tables need the Python package, and {sys.executable} lacks it ({missing}); install it"
          f" there with `{sys.executable} -m pip install .` in the folder of textkin's source, or name another"
          " interpreter by TEXTKIN_PYTHON", file=sys.stderr)
    sys.exit(2)
sys.exit(main(sys.argv[1:]))
)";

struct Seen {
  std::string binary;
  std::string csv;
  bool other = false;
};

void look_at(const fs::path& file, Seen& seen) {
  const std::string suffix = file.extension().string();
  if (std::ranges::find(kBinary, suffix) != kBinary.end()) {
    seen.binary = file.string();
  } else if (suffix == ".csv") {
    seen.csv = file.string();
  } else {
    seen.other = true;
  }
}

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

void look_below(const fs::path& folder, Seen& seen) {
  std::error_code error;  // what cannot be listed, the run itself finds and names
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (is_hidden(entry->path())) {
      entry.disable_recursion_pending();
    } else if (entry->symlink_status(error).type() == fs::file_type::regular) {
      look_at(entry->path(), seen);
    }
  }
}

}  // namespace

std::string table_among(const std::vector<std::string>& arguments) {
  Seen seen;
  for (const std::string& argument : arguments) {
    std::error_code error;
    const fs::file_status status = fs::status(argument, error);
    if (fs::is_directory(status)) {
      look_below(argument, seen);
    } else if (fs::exists(status)) {
      look_at(argument, seen);
    }
  }
  return !seen.binary.empty() ? seen.binary : seen.other ? std::string() : seen.csv;
}

Status run_in_python(const std::vector<std::string>& words, const std::string& table, std::uint64_t memory) {
  const char* const named = std::getenv("TEXTKIN_PYTHON");
  const std::string python = named != nullptr && *named != '\0' ? named : "python3";
  std::vector<std::string> command{python, "-c", kBegin, TEXTKIN_VERSION, table, fmt::to_string(memory)};
  command.insert(command.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::setenv("PYTHONSAFEPATH", "1", 1);                  // what lies in this folder is data and no Python
  ::setenv("ARROW_DEFAULT_MEMORY_POOL", "system", 1);  // which gives back what is free
  ::execvp(python.c_str(), arguments.data());
  return Status(Code::kNotFound, fmt::format("{}: tables need the Python package, and {} cannot be started ({}); "
                                             "TEXTKIN_PYTHON names an interpreter that has it",
                                             table, python, std::error_code(errno, std::generic_category()).message()));
}

}  // namespace textkin::cli
