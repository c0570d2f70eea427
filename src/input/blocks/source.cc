#include "input/blocks/source.h"

#include <fmt/format.h>

#include <vector>

#include "base/checksum.h"
#include "base/packing/unpack.h"

namespace textkin::input {
namespace {

constexpr std::size_t kReadAtOnce = 256u << 10;

}  // namespace

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

Result<std::uint64_t> checksum_source(const Source& source, const base::WindowLimit& windows) {
  TEXTKIN_ASSIGN_OR_RETURN(base::Unpacker input,
                           base::Unpacker::open(source.path, source.compression, 0, kReadAtOnce, windows));
  base::RunningChecksum checksum;
  std::vector<char> bytes(kReadAtOnce);
  while (true) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t got, input.read(bytes.data(), bytes.size()));
    if (got == 0) return checksum.value();
    checksum.add({bytes.data(), got});
  }
}

}  // namespace textkin::input
