#include "engine/run/read_again.h"

#include <fmt/format.h>

#include <filesystem>

namespace textkin::engine::run {

Status check_can_be_read_again(const input::SourceList& list) {
  for (const input::Source& source : list.sources) {
    std::error_code error;
    if (source.memory != nullptr) continue;
    if (source.path != "-" && (source.unpacked != nullptr || std::filesystem::is_regular_file(source.path, error)))
      continue;
    return Status(Code::kInvalidArgument,
                  fmt::format("{} cannot be read again, and a later run with --run-dir would have to; put it into a "
                              "file",
                              source.path == "-" ? "standard input" : source.name));
  }
  return {};
}

}  // namespace textkin::engine::run
