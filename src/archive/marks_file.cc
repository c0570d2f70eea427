#include "archive/marks_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <utility>

#include "archive/beside.h"
#include "base/checksum.h"
#include "base/io_error.h"
#include "base/sync_folder.h"

namespace textkin::archive {
namespace {

constexpr std::size_t kDigits = 16;
constexpr std::string_view kTexts = "{\"texts\":\"";

std::string new_of(const std::string& path) { return path + ".new"; }

std::string line_of(std::string_view mark) { return fmt::format("{:016x} {}\n", base::checksum(mark), mark); }
// The mark of a line with its checksum; empty: it is none.
std::string_view mark_of(std::string_view line) {
  if (line.size() <= kDigits + 1) return {};
  const std::string_view mark = line.substr(kDigits + 1);
  return line.substr(0, kDigits + 1) == fmt::format("{:016x} ", base::checksum(mark)) ? mark : std::string_view();
}

Status put(const std::string& path, int descriptor, std::size_t begin, std::string_view bytes) {
  if (::ftruncate(descriptor, static_cast<off_t>(begin)) != 0) return base::io_error(path, "cannot be cut", errno);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t put =
        ::pwrite(descriptor, bytes.data() + done, bytes.size() - done, static_cast<off_t>(begin + done));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) {
      const Status failed = base::io_error(path, "cannot be written", errno);
      [[maybe_unused]] const int cut = ::ftruncate(descriptor, static_cast<off_t>(begin));
      return failed;
    }
    done += static_cast<std::size_t>(put);
  }
  return ::fsync(descriptor) == 0 ? Status() : base::io_error(path, "cannot be synced", errno);
}

// Those of its texts; none where a later version writes it in another way.
std::vector<std::uint64_t> checksums_of(std::string_view mark) {
  std::vector<std::uint64_t> found;
  if (!mark.starts_with(kTexts) || mark.size() < kTexts.size() + 2 * kDigits + 1) return found;
  for (const std::size_t at : {std::size_t{0}, kDigits + 1}) {
    const char* const digits = mark.data() + kTexts.size() + at;
    std::uint64_t hash = 0;
    const auto [end, error] = std::from_chars(digits, digits + kDigits, hash, 16);
    if (error == std::errc() && end == digits + kDigits) found.push_back(hash);
  }
  return found;
}
bool is_of(std::string_view mark, const std::set<std::uint64_t>& texts) {
  return std::ranges::any_of(checksums_of(mark), [&](std::uint64_t hash) { return texts.contains(hash); });
}

}  // namespace

MarksFile::MarksFile(MarksFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      bytes_(std::move(other.bytes_)),
      marks_(std::move(other.marks_)),
      end_(other.end_) {}
MarksFile::~MarksFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<MarksFile> MarksFile::read(const std::string& folder) {
  if (::access(marks_of(folder).c_str(), F_OK) != 0 && errno == ENOENT) return MarksFile(marks_of(folder), -1);
  return open(folder, false);
}
Result<MarksFile> MarksFile::write(const std::string& folder) { return open(folder, true); }

// Who waited for a lock may have got that of a file that another one has replaced meanwhile.
Result<MarksFile> MarksFile::open(const std::string& folder, bool writes) {
  const std::string path = marks_of(folder);
  const bool fresh = ::access(path.c_str(), F_OK) != 0;
  while (true) {
    const int flags = (writes ? O_RDWR | O_CREAT : O_RDONLY) | O_CLOEXEC | O_NOFOLLOW;
    MarksFile made(path, ::open(path.c_str(), flags, S_IRUSR | S_IWUSR));
    if (made.descriptor_ < 0) return base::io_error(path, "cannot be opened", errno);
    while (::flock(made.descriptor_, writes ? LOCK_EX : LOCK_SH) != 0)
      if (errno != EINTR) return base::io_error(path, "cannot be locked", errno);
    TEXTKIN_ASSIGN_OR_RETURN(const bool is_there, made.is_still_there());
    if (!is_there) continue;
    if (writes && fresh) TEXTKIN_RETURN_IF_ERROR(base::sync_folder_of(path));
    TEXTKIN_RETURN_IF_ERROR(made.take_lines());
    return made;
  }
}

Result<bool> MarksFile::is_still_there() const {
  struct stat open;
  struct stat named;
  if (::fstat(descriptor_, &open) != 0) return base::io_error(path_, "cannot be examined", errno);
  if (::stat(path_.c_str(), &named) != 0)
    return errno == ENOENT ? Result<bool>(false) : base::io_error(path_, "cannot be examined", errno);
  return open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

Status MarksFile::take_lines() {
  struct stat status;
  if (::fstat(descriptor_, &status) != 0) return base::io_error(path_, "cannot be examined", errno);
  bytes_.resize(static_cast<std::size_t>(status.st_size));
  for (std::size_t done = 0; done < bytes_.size();) {
    const ssize_t got = ::pread(descriptor_, bytes_.data() + done, bytes_.size() - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return base::io_error(path_, "cannot be read", got < 0 ? errno : EIO);
    done += static_cast<std::size_t>(got);
  }
  bool broken = false;
  for (std::size_t begin = 0; begin < bytes_.size();) {
    const std::size_t end = bytes_.find('\n', begin);
    if (end == std::string::npos) break;
    const std::string_view mark = mark_of(std::string_view(bytes_).substr(begin, end - begin));
    begin = end + 1;
    if (mark.empty()) {
      broken = true;
      continue;
    }
    if (broken)
      return Status(Code::kBadInput, fmt::format("{}: damaged: a mark is not what was written; take the file from a "
                                                 "snapshot, or take the broken lines out of it",
                                                 path_));
    marks_.push_back(mark);
    end_ = begin;
  }
  return {};
}

Status MarksFile::append(const std::vector<std::string>& marks) {
  std::string lines;
  for (const std::string& mark : marks) lines += line_of(mark);
  TEXTKIN_RETURN_IF_ERROR(put(path_, descriptor_, end_, lines));
  marks_.clear();
  return take_lines();
}

Status MarksFile::keep_only(const std::function<bool(std::size_t place)>& wanted) {
  std::string lines;
  for (std::size_t i = 0; i < marks_.size(); ++i)
    if (wanted(i)) lines += line_of(marks_[i]);
  const std::string path = new_of(path_);
  const int flags = O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW;
  MarksFile made(path_, ::open(path.c_str(), flags, S_IRUSR | S_IWUSR));
  if (made.descriptor_ < 0) return base::io_error(path, "cannot be opened", errno);
  // Locked before it has the name, so that nobody writes to it between.
  if (::flock(made.descriptor_, LOCK_EX | LOCK_NB) != 0) return base::io_error(path, "cannot be locked", errno);
  TEXTKIN_RETURN_IF_ERROR(put(path, made.descriptor_, 0, lines));
  if (std::rename(path.c_str(), path_.c_str()) != 0) return base::io_error(path_, "cannot be replaced", errno);
  std::swap(descriptor_, made.descriptor_);
  marks_.clear();
  end_ = 0;
  TEXTKIN_RETURN_IF_ERROR(take_lines());
  return base::sync_folder_of(path_);
}

Result<std::set<std::uint64_t>> marked_texts(const std::string& folder) {
  TEXTKIN_ASSIGN_OR_RETURN(const MarksFile file, MarksFile::read(folder));
  std::set<std::uint64_t> texts;
  for (const std::string_view mark : file.marks())
    for (const std::uint64_t hash : checksums_of(mark)) texts.insert(hash);
  return texts;
}

Result<std::uint64_t> forget_marks(const std::string& folder, const std::set<std::uint64_t>& texts) {
  const std::string path = marks_of(folder);
  if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) return std::uint64_t{0};
  TEXTKIN_ASSIGN_OR_RETURN(MarksFile file, MarksFile::write(folder));
  if (::unlink(new_of(path).c_str()) != 0 && errno != ENOENT) return base::io_error(path, "cannot be cleaned", errno);
  std::uint64_t gone = 0;
  for (const std::string_view mark : file.marks()) gone += is_of(mark, texts) ? 1 : 0;
  if (gone > 0)
    TEXTKIN_RETURN_IF_ERROR(file.keep_only([&](std::size_t place) { return !is_of(file.marks()[place], texts); }));
  return gone;
}

}  // namespace textkin::archive
