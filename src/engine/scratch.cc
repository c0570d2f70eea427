#include "engine/scratch.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace textkin::engine {

Result<std::unique_ptr<Scratch>> Scratch::open(const std::string& run_dir) {
  if (!run_dir.empty()) {
    std::error_code error;
    std::filesystem::create_directories(run_dir, error);
    if (error || !std::filesystem::is_directory(run_dir))
      return Status(Code::kIo, fmt::format("cannot make the run directory {}: {}", run_dir,
                                           error ? error.message() : "it is not a directory"));
    return std::unique_ptr<Scratch>(new Scratch(run_dir, false));
  }
  const char* base = std::getenv("TMPDIR");
  std::string path = fmt::format("{}/textkin-XXXXXX", base != nullptr && *base != '\0' ? base : "/tmp");
  if (mkdtemp(path.data()) == nullptr)
    return Status(Code::kIo, fmt::format("cannot make a scratch folder {}: {}; name another with --run-dir", path,
                                         std::strerror(errno)));
  return std::unique_ptr<Scratch>(new Scratch(path, true));
}

Scratch::~Scratch() {
  std::error_code ignored;  // nothing can be done about it here
  if (remove_) std::filesystem::remove_all(path_, ignored);
}

}  // namespace textkin::engine
