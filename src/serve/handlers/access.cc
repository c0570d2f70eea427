#include "serve/handlers/access.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <utility>

#include "base/ascii.h"
#include "base/file.h"
#include "serve/handlers/sha256.h"
#include "serve/indexes/shelf.h"

namespace textkin::serve {
namespace {

constexpr std::string_view kName = "as=";  // of a person, in a line of the file
constexpr std::string_view kRate = "rate=";
constexpr std::size_t kLeastOfToken = 16;  // characters
constexpr std::size_t kMostOfFile = 1u << 20;
constexpr std::string_view kScheme = "Bearer ";

constexpr std::string_view kHashed = "sha256:";
constexpr std::string_view kOfStandardInput = "-";  // what sha256sum writes behind the digits
constexpr std::size_t kHashDigits = 64;

// Looks at every digit of both, wherever they differ.
bool equal(std::string_view one, std::string_view other) {
  unsigned different = one.size() == other.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
    different |= static_cast<unsigned char>(one[i] ^ other[i]);
  return different == 0;
}

bool is_hash(std::string_view text) {
  return text.size() == kHashDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Status take_rate(const std::string& typed, double& out) {
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), out);
  if (error == std::errc() && end == typed.data() + typed.size() && std::isfinite(out) && out > 0) return {};
  return Status(Code::kInvalidArgument, fmt::format("rate={} is no number of requests a second", typed));
}

Result<std::string> bytes_of(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(path));
  struct stat facts;
  if (::stat(path.c_str(), &facts) != 0 || (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return Status(
        Code::kInvalidArgument,
        fmt::format("--tokens {}: others may read or change it; make it yours alone: chmod 600 {}", path, path));
  std::string bytes(kMostOfFile + 1, '\0');
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file.read(bytes.data(), bytes.size()));
  if (size > kMostOfFile)
    return Status(Code::kInvalidArgument,
                  fmt::format("--tokens {}: it has more than {} bytes; leave some lines out", path, kMostOfFile));
  bytes.resize(size);
  return bytes;
}

}  // namespace

bool Caller::may_see(std::string_view index) const {
  return role != Role::kNobody && (indexes.empty() || std::ranges::find(indexes, index) != indexes.end());
}

Result<Access::Token> Access::token_of(const std::string& line) {
  std::istringstream words(line);
  std::string role;
  std::string token;
  words >> role >> token;
  Token made;
  const bool hashed = token.starts_with(kHashed);
  for (std::string word; words >> word;) {
    if (hashed && word == kOfStandardInput && made.caller.indexes.empty()) continue;
    if (word.starts_with(kName))
      made.caller.name = word.substr(kName.size());
    else if (word.starts_with(kRate))
      TEXTKIN_RETURN_IF_ERROR(take_rate(word.substr(kRate.size()), made.caller.rate));
    else if (is_index_name(word))
      made.caller.indexes.push_back(word);
    else
      return Status(Code::kInvalidArgument,
                    fmt::format("{} is no name of an index, no as=NAME (a name without spaces) and no rate=N", word));
  }
  const auto known = value_of(kRoleWords, role);
  made.hash = hashed ? token.substr(kHashed.size()) : sha256(token);
  if (!known || token.size() < kLeastOfToken || !is_hash(made.hash))
    return Status(
        Code::kInvalidArgument,
        fmt::format("not `reader TOKEN`, `writer TOKEN` or `admin TOKEN`, with a token of {} characters or more "
                    "or sha256: and its {} digits, and perhaps names of indexes; `openssl rand -hex 24` makes "
                    "one, `printf %s TOKEN | sha256sum` its digits",
                    kLeastOfToken, kHashDigits));
  made.caller.role = *known;
  return made;
}

Result<Access> Access::read(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::string bytes, bytes_of(path));
  Access access;
  std::istringstream lines(bytes);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos || line[begin] == '#') continue;
    Result<Token> made = token_of(line);
    if (!made.ok())
      return Status(made.status().code(), fmt::format("--tokens {}:{}: {}", path, number, made.status().message()));
    if (std::ranges::any_of(access.tokens_, [&](const Token& token) { return token.hash == made->hash; }))
      return Status(Code::kInvalidArgument,
                    fmt::format("--tokens {}:{}: this token stands in an earlier line, too; name all of its indexes in "
                                "one line",
                                path, number));
    made->caller.token = access.tokens_.size();
    access.tokens_.push_back(std::move(made).value());
  }
  if (access.tokens_.empty())
    return Status(
        Code::kInvalidArgument,
        fmt::format("--tokens {} holds no token; a line of it is `reader TOKEN`, `writer TOKEN` or `admin TOKEN`",
                    path));
  return access;
}

Caller Access::caller_of(std::string_view authorization) const {
  if (tokens_.empty()) return {.role = Role::kAdmin, .indexes = {}, .name = {}};
  // The name of a scheme may be in any case (RFC 9110, 11.1).
  const auto same = [](char one, char other) { return base::to_lower(one) == base::to_lower(other); };
  if (!std::ranges::equal(authorization.substr(0, kScheme.size()), kScheme, same)) return {};
  const std::string given = sha256(authorization.substr(kScheme.size()));
  const Token* found = nullptr;
  for (const Token& token : tokens_)
    if (equal(token.hash, given)) found = &token;
  return found == nullptr ? Caller{} : found->caller;
}

}  // namespace textkin::serve
