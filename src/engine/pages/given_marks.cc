#include "engine/pages/given_marks.h"

#include <fmt/format.h>

#include <string_view>

#include "base/file.h"
#include "base/utf8.h"
#include "engine/run/memory_shares.h"

namespace textkin::engine::pages {
namespace {

constexpr std::uint64_t kMostBytes = 64u << 20;
constexpr std::size_t kPieceBytes = 1u << 16;
constexpr std::uint64_t kPart = 8;  // of the memory
constexpr std::string_view kBegin = "<script type=\"application/json\" id=\"marks\">";
constexpr std::string_view kEnd = "</script>";

// The beginning of a file, as long as there is `room`; `bytes` grows by the length of all.
Result<std::string> read_all(const std::string& path, std::uint64_t room, std::uint64_t& bytes) {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(path));
  std::string out;
  std::vector<char> piece(kPieceBytes);
  for (std::uint64_t size = 0;;) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t more, file.read(piece.data(), piece.size()));
    if (more == 0) return out;
    size += more;
    bytes += more;
    if (size > kMostBytes)
      return Status(Code::kInvalidArgument, fmt::format("{}: over 64 MiB are no table of marks", path));
    if (bytes <= room) out.append(piece.data(), more);
  }
}

}  // namespace

Result<std::vector<report::GivenMarks>> read_given_marks(const std::vector<std::string>& files,
                                                         const run::GivenMemory& memory) {
  std::vector<report::GivenMarks> out;
  std::uint64_t bytes = 0;
  for (const std::string& path : files) {
    TEXTKIN_ASSIGN_OR_RETURN(std::string text, read_all(path, memory.bytes / kPart, bytes));
    if (bytes > memory.bytes / kPart) continue;
    if (text.starts_with("<!DOCTYPE html>")) {
      const std::size_t begin = text.rfind(kBegin);
      const std::size_t end = begin == std::string::npos ? begin : text.find(kEnd, begin);
      if (end == std::string::npos)
        return Status(Code::kInvalidArgument,
                      fmt::format("{}: holds no marks; open it in the browser where they were made and save it with "
                                  "marks, or the table",
                                  path));
      text = text.substr(begin + kBegin.size(), end - begin - kBegin.size());
    }
    std::string valid;
    base::append_valid_utf8(text, valid);
    if (valid != text)
      return Status(Code::kInvalidArgument, fmt::format("{}: is no UTF-8 text; save the table as \"CSV UTF-8\"", path));
    out.push_back({path, std::move(text)});
  }
  if (bytes > memory.bytes / kPart)
    return Status(Code::kExhausted, fmt::format("--marks: {} bytes are more than --memory {} has room for; {} would do",
                                                bytes, memory.told(), memory.told(kPart * bytes)));
  return out;
}

}  // namespace textkin::engine::pages
