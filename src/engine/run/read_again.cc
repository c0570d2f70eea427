#include "engine/run/read_again.h"

#include <fmt/format.h>

namespace textkin::engine::run {

Status check_can_be_read_again(const input::SourceList& list) {
  for (const input::Source& source : list.sources) {
    if (!source.stream) continue;
    return Status(Code::kInvalidArgument,
                  fmt::format("{} cannot be read again, and a later run with --run-dir would have to; put it into a "
                              "file",
                              input::name_of(source)));
  }
  return {};
}

}  // namespace textkin::engine::run
