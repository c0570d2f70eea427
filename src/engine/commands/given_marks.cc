#include "engine/commands/given_marks.h"

#include <fmt/format.h>

#include <string_view>

#include "base/file.h"
#include "base/utf8.h"

namespace textkin::engine::commands {
namespace {

constexpr std::size_t kMostBytes = 64u << 20;
constexpr std::string_view kBegin = "<script type=\"application/json\" id=\"marks\">";
constexpr std::string_view kEnd = "</script>";

Result<std::string> read_all(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(path));
  std::string out(kMostBytes + 1, '\0');
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file.read(out.data(), out.size()));
  if (size > kMostBytes)
    return Status(Code::kInvalidArgument, fmt::format("{}: over 64 MiB are no table of marks", path));
  out.resize(size);
  return out;
}

}  // namespace

Result<std::vector<report::GivenMarks>> read_given_marks(const std::vector<std::string>& files) {
  std::vector<report::GivenMarks> out;
  for (const std::string& path : files) {
    TEXTKIN_ASSIGN_OR_RETURN(std::string text, read_all(path));
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
  return out;
}

}  // namespace textkin::engine::commands
