#include "client/token.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>

#include "base/file.h"

namespace textkin::client {
namespace {

constexpr std::size_t kMost = 4096;  // characters

}  // namespace

Status check_token(const std::string& token, const std::string& from) {
  const bool is_word = std::ranges::all_of(token, [](char c) { return c > ' ' && c < 0x7f; });
  if (!token.empty() && is_word && token.size() <= kMost) return {};
  return Status(Code::kInvalidArgument, from + " holds no token: one word of ASCII, alone");
}

Result<std::string> read_token(const std::string& file) {
  if (file.empty()) {
    const char* const given = std::getenv("TEXTKIN_TOKEN");
    std::string token = given == nullptr ? "" : given;
    if (!token.empty()) TEXTKIN_RETURN_IF_ERROR(check_token(token, "TEXTKIN_TOKEN"));
    return token;
  }
  TEXTKIN_ASSIGN_OR_RETURN(base::File opened, base::File::open(file));
  struct stat facts;
  if (::stat(file.c_str(), &facts) != 0 || (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return Status(
        Code::kInvalidArgument,
        fmt::format("--token-file {}: others may read or change it; make it yours alone: chmod 600 {}", file, file));
  std::string token(kMost + 2, '\0');
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, opened.read(token.data(), token.size()));
  token.resize(size);
  while (token.ends_with('\n') || token.ends_with('\r')) token.pop_back();
  TEXTKIN_RETURN_IF_ERROR(check_token(token, "--token-file " + file));
  return token;
}

}  // namespace textkin::client
