#include "serve/access.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <sstream>

#include "base/file.h"

namespace textkin::serve {
namespace {

constexpr std::size_t kLeastOfToken = 16;  // characters
constexpr std::size_t kMostOfFile = 1u << 20;
constexpr std::string_view kScheme = "Bearer ";

// Looks at every byte of both, wherever they differ.
bool equal(std::string_view one, std::string_view other) {
  std::size_t different = one.size() ^ other.size();
  for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    const char left = i < one.size() ? one[i] : '\0';
    const char right = i < other.size() ? other[i] : '\0';
    different |= static_cast<std::size_t>(static_cast<unsigned char>(left ^ right));
  }
  return different == 0;
}

Result<std::string> bytes_of(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(path));
  struct stat facts;
  if (::stat(path.c_str(), &facts) != 0 || (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return Status(
        Code::kInvalidArgument,
        fmt::format("--tokens {}: others may read or change it; make it yours alone: chmod 600 {}", path, path));
  std::string bytes(kMostOfFile, '\0');
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file.read(bytes.data(), bytes.size()));
  bytes.resize(size);
  return bytes;
}

}  // namespace

Result<Access> Access::read(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::string bytes, bytes_of(path));
  Access access;
  std::istringstream lines(bytes);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    std::string role;
    std::string token;
    std::string more;
    words >> role >> token >> more;
    if (role.empty() || role.starts_with('#')) continue;
    if ((role != "reader" && role != "writer") || token.size() < kLeastOfToken || !more.empty())
      return Status(Code::kInvalidArgument,
                    fmt::format("--tokens {}:{}: not `reader TOKEN` or `writer TOKEN` with a token of {} characters or "
                                "more; `openssl rand -hex 24` makes one",
                                path, number, kLeastOfToken));
    access.tokens_.push_back({token, role == "reader" ? Role::kReader : Role::kWriter});
  }
  if (access.tokens_.empty())
    return Status(Code::kInvalidArgument,
                  fmt::format("--tokens {} holds no token; a line of it is `reader TOKEN` or `writer TOKEN`", path));
  return access;
}

Role Access::role_of(std::string_view authorization) const {
  if (tokens_.empty()) return Role::kWriter;
  const bool bearer = authorization.starts_with(kScheme);
  const std::string_view given = bearer ? authorization.substr(kScheme.size()) : std::string_view();
  Role role = Role::kNobody;
  for (const Token& token : tokens_)
    if (equal(token.word, given)) role = std::max(role, token.role);
  return role;
}

}  // namespace textkin::serve
