#include "engine/files/unpack_archive.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <string>

#include "base/processes/child_process.h"
#include "base/processes/confinement.h"
#include "extract/archive/zip_members.h"
#include "input/blocks/member_frames.h"

namespace textkin::engine::files {
namespace {

using input::MemberFrame;

bool read_exactly(std::uint64_t offset, char* out, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::pread(STDIN_FILENO, out, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    out += got;
    offset += static_cast<std::uint64_t>(got);
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

class FrameWriter final : public extract::MemberSink {
 public:
  Status begin_file(std::string_view name) override { return write(MemberFrame::kName, name); }
  Status bytes(std::string_view bytes) override { return write(MemberFrame::kBytes, bytes); }
  Status end_file() override { return write(MemberFrame::kEnd, {}); }
  Status refuse(std::string_view why) override { return write(MemberFrame::kRefused, why); }
  Status skip_hidden() override { return write(MemberFrame::kHidden, {}); }

  Status write(MemberFrame kind, std::string_view bytes) {
    frame_.clear();
    input::append_frame(kind, bytes.substr(0, input::kLongestFrame), frame_);
    for (std::string_view left = frame_; !left.empty();) {
      const ssize_t sent = ::write(STDOUT_FILENO, left.data(), left.size());
      if (sent < 0 && errno != EINTR) return Status(Code::kIo, "standard output cannot be written");
      left.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
    }
    return {};
  }

 private:
  std::string frame_;
};

}  // namespace

Status unpack_archive_here(const input::Extraction& limits) {
  TEXTKIN_RETURN_IF_ERROR(base::limit_this_process(limits.memory, limits.seconds));
  TEXTKIN_ASSIGN_OR_RETURN(const base::Confinement own, base::Confinement::of_reader(base::kernel_of_this_machine()));
  TEXTKIN_RETURN_IF_ERROR(base::confine_this_process(own));
  struct stat facts{};
  if (::fstat(STDIN_FILENO, &facts) != 0 || !S_ISREG(facts.st_mode))
    return Status(Code::kBadInput, "an archive is read from a file, not from a stream");
  FrameWriter out;
  try {
    const extract::ArchiveBytes bytes{.size = static_cast<std::uint64_t>(facts.st_size), .read_at = read_exactly};
    TEXTKIN_ASSIGN_OR_RETURN(const extract::ArchiveKind kind, extract::read_zip_members(bytes, {}, out));
    if (kind == extract::ArchiveKind::kDocument) TEXTKIN_RETURN_IF_ERROR(out.write(MemberFrame::kDocument, {}));
    return out.write(MemberFrame::kDone, {});
  } catch (const std::bad_alloc&) {
    return Status(Code::kExhausted, fmt::format("it takes more than {} MiB of memory to read; raise --extract-memory, "
                                                "or unpack it and name the folder",
                                                limits.memory >> 20));
  }
}

}  // namespace textkin::engine::files
