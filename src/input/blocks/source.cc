#include "input/blocks/source.h"

#include <fmt/format.h>

namespace textkin::input {

bool is_unpacked(const Source& source) { return source.compression != Compression::kNone || source.holds_values; }

std::string name_of(const Source& source) { return source.path == "-" ? "standard input" : source.name; }

std::string place_in(const Source& source, std::uint64_t line) {
  if (line == 0) return source.name;
  if (source.stored != nullptr) return fmt::format("{} document {}", source.name, line - 1);
  return source.memory == nullptr ? fmt::format("{}:{}", source.name, line)
                                  : fmt::format("{} row {}", source.name, line - 1);
}

Status changed(const Source& source) {
  return Status(Code::kBadInput, source.path + ": changed while it was read; run again when nothing writes to it");
}

Status changed_unseen(const Source& source, std::uint64_t line) {
  return Status(
      Code::kBadInput,
      fmt::format("{}{}: has other bytes than were read first, though its size and time are the same; run again "
                  "when nothing writes to it, with a new --run-dir where one was named",
                  source.path, line == 0 ? "" : fmt::format(":{}", line)));
}

Status check_unchanged(const Source& source, const base::File::Facts& now) {
  const bool same = now.regular && now.size == source.size && now.modified_ns == source.modified_ns;
  return same ? Status() : changed(source);
}

}  // namespace textkin::input
