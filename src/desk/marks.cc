#include "desk/marks.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "archive/beside.h"
#include "base/checksum.h"
#include "base/io_error.h"
#include "base/sync_folder.h"
#include "base/utf8.h"

namespace textkin::desk {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBytes = 64u << 20;
constexpr std::size_t kLongestNote = 20'000;  // bytes
constexpr std::size_t kLongestField = 4'000;
constexpr std::size_t kSumDigits = 16;
constexpr std::string_view kMarkWords[] = {"", "cleared", "talk", "case"};

// A file that is open, and locked for as long.
class Locked {
 public:
  Locked(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  Locked(Locked&& other) noexcept : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}
  Locked& operator=(Locked&&) = delete;
  ~Locked() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  static Result<Locked> open(const std::string& path, int flags, int lock) {
    const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (descriptor < 0) return base::io_error(path, "cannot be opened", errno);
    Locked made(path, descriptor);
    while (::flock(descriptor, lock) != 0)
      if (errno != EINTR) return base::io_error(path, "cannot be locked", errno);
    return made;
  }

  Result<std::string> read() const {
    struct stat status;
    if (::fstat(descriptor_, &status) != 0) return base::io_error(path_, "cannot be examined", errno);
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t got = ::pread(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return base::io_error(path_, "cannot be read", got < 0 ? errno : EIO);
      done += static_cast<std::size_t>(got);
    }
    return bytes;
  }

  // In place of all from `begin` on, and on the disk.
  Status put(std::size_t begin, std::string_view bytes) const {
    if (::ftruncate(descriptor_, static_cast<off_t>(begin)) != 0) return base::io_error(path_, "cannot be cut", errno);
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t put =
          ::pwrite(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(begin + done));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) {
        const Status failed = base::io_error(path_, "cannot be written", errno);
        [[maybe_unused]] const int cut = ::ftruncate(descriptor_, static_cast<off_t>(begin));
        return failed;
      }
      done += static_cast<std::size_t>(put);
    }
    return ::fsync(descriptor_) == 0 ? Status() : base::io_error(path_, "cannot be synced", errno);
  }

 private:
  std::string path_;
  int descriptor_;
};

std::string line_of(std::string_view mark) { return fmt::format("{:016x} {}\n", base::checksum(mark), mark); }
// The mark of a line with its checksum; empty: it is none.
std::string_view mark_of(std::string_view line) {
  if (line.size() <= kSumDigits + 1) return {};
  const std::string_view mark = line.substr(kSumDigits + 1);
  return line.substr(0, kSumDigits + 1) == fmt::format("{:016x} ", base::checksum(mark)) ? mark : std::string_view();
}

struct Whole {
  std::vector<std::string_view> marks;
  std::size_t end = 0;  // behind the last one; what follows was never acknowledged
};
Result<Whole> whole_lines(std::string_view bytes, const std::string& path) {
  Whole whole;
  bool broken = false;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const std::size_t end = bytes.find('\n', begin);
    if (end == std::string_view::npos) break;
    const std::string_view mark = mark_of(bytes.substr(begin, end - begin));
    begin = end + 1;
    if (mark.empty()) {
      broken = true;
      continue;
    }
    if (broken)
      return Status(Code::kBadInput, fmt::format("{}: damaged: a mark is not what was written; take the file from a "
                                                 "snapshot, or take the broken lines out of it",
                                                 path));
    whole.marks.push_back(mark);
    whole.end = begin;
  }
  return whole;
}

std::string text_in(const Json& mark, const char* name, std::size_t most) {
  const auto found = mark.find(name);
  if (found == mark.end() || !found->is_string()) return {};
  std::string valid;
  base::append_valid_utf8(found->get_ref<const std::string&>().substr(0, most), valid);
  return valid;
}

bool are_texts(std::string_view texts) {
  constexpr std::size_t kHash = 16;
  if (texts.size() != 2 * kHash + 1 || texts[kHash] != ' ') return false;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (i != kHash && std::string_view("0123456789abcdef").find(texts[i]) == std::string_view::npos) return false;
  return true;
}

// As it is kept; a Status says what of it cannot be.
Result<std::string> checked(std::string_view line, std::size_t number, const std::string& by, std::int64_t now) {
  const auto refuse = [&](const char* why) {
    return Status(Code::kBadInput, fmt::format("line {} of the body is no mark: {}", number, why));
  };
  const Json given = Json::parse(line, nullptr, false);
  if (!given.is_object()) return refuse("it is no object of JSON");
  Json mark;
  mark["texts"] = text_in(given, "texts", kLongestField);
  if (!are_texts(mark["texts"].get_ref<const std::string&>())) return refuse("`texts` are not two hashes of 16 digits");
  const auto ids = given.find("ids");
  if (ids == given.end() || !ids->is_array() || ids->size() != 2 || !(*ids)[0].is_string() || !(*ids)[1].is_string())
    return refuse("`ids` are not two texts");
  mark["ids"] = Json::array();
  for (const Json& id : *ids) {
    std::string valid;
    base::append_valid_utf8(id.get_ref<const std::string&>().substr(0, kLongestField), valid);
    mark["ids"].push_back(valid);
  }
  mark["mark"] = text_in(given, "mark", kLongestField);
  bool known = given.contains("mark") && given["mark"].is_string();
  if (known) known = std::ranges::find(kMarkWords, mark["mark"].get_ref<const std::string&>()) != std::end(kMarkWords);
  if (!known) return refuse("`mark` is none of cleared, talk, case, and not empty");
  if (given.contains("note") && given["note"].is_string() &&
      given["note"].get_ref<const std::string&>().size() > kLongestNote)
    return refuse("its note has more than 20,000 bytes; write less");
  mark["note"] = text_in(given, "note", kLongestNote);
  mark["by"] = by.empty() ? text_in(given, "by", kLongestField) : by;
  mark["at"] = now;
  if (given.contains("words") && given["words"].is_number_unsigned()) mark["words"] = given["words"];
  mark["page"] = text_in(given, "page", kLongestField);
  return mark.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Result<std::uint64_t> add_marks(const std::string& folder, std::string_view lines, const std::string& by,
                                std::int64_t now) {
  std::string added;
  std::uint64_t count = 0;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    const std::string_view line = lines.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.empty() || line == "\r") continue;
    TEXTKIN_ASSIGN_OR_RETURN(const std::string mark, checked(line, number, by, now));
    added += line_of(mark);
    ++count;
  }
  if (count == 0) return Status(Code::kBadInput, "the body is empty; send a line of JSON for each mark");
  const std::string path = archive::marks_of(folder);
  const bool fresh = ::access(path.c_str(), F_OK) != 0;
  TEXTKIN_ASSIGN_OR_RETURN(const Locked file, Locked::open(path, O_RDWR | O_CREAT, LOCK_EX));
  TEXTKIN_ASSIGN_OR_RETURN(const std::string bytes, file.read());
  TEXTKIN_ASSIGN_OR_RETURN(const Whole whole, whole_lines(bytes, path));
  if (whole.end + added.size() > kMostBytes)
    return Status(Code::kExhausted, "the marks of an index are 64 MiB at most; make another index for the next years");
  TEXTKIN_RETURN_IF_ERROR(file.put(whole.end, added));
  if (fresh) TEXTKIN_RETURN_IF_ERROR(base::sync_folder_of(path));
  return count;
}

Result<std::string> read_marks(const std::string& folder) {
  const std::string path = archive::marks_of(folder);
  if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) return std::string();
  TEXTKIN_ASSIGN_OR_RETURN(const Locked file, Locked::open(path, O_RDONLY, LOCK_SH));
  TEXTKIN_ASSIGN_OR_RETURN(const std::string bytes, file.read());
  TEXTKIN_ASSIGN_OR_RETURN(const Whole whole, whole_lines(bytes, path));
  std::map<std::pair<std::string, std::string>, std::string_view> last;
  for (const std::string_view mark : whole.marks) {
    const Json read = Json::parse(mark, nullptr, false);
    if (!read.is_object()) continue;  // its checksum holds: of a later version
    last[{text_in(read, "texts", kLongestField), text_in(read, "by", kLongestField)}] = mark;
  }
  std::string out;
  for (const auto& [key, mark] : last) {
    out += mark;
    out += '\n';
  }
  return out;
}

}  // namespace textkin::desk
