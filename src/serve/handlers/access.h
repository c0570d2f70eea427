// Access: who may do what: tokens of a file, each with a role and perhaps the indexes that it is for.
//
// Promise: a token is compared in a time that does not depend on how much of it is right, nor on which it is; it is
// kept as its SHA-256 alone. Threads: any number at once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"
#include "textkin/words.h"

namespace textkin::serve {

// Ascending: each may what those before it may. kNobody: a token that is not known, or none. An admin also makes
// indexes and removes them.
enum class Role : std::uint8_t { kNobody, kReader, kWriter, kAdmin };
inline constexpr Words<Role, 3> kRoleWords{
    {{"reader", Role::kReader}, {"writer", Role::kWriter}, {"admin", Role::kAdmin}}};

// Who asks.
struct Caller {
  Role role = Role::kNobody;
  std::vector<std::string> indexes;  // that he may know of; none: all
  std::string name;                  // of a person; empty: not said
  std::size_t token = 0;             // which of the file
  double rate = 0;                   // requests a second; 0: not said

  bool may_see(std::string_view index) const;
};

class Access {
 public:
  // Without a file: everybody who reaches the server is an admin.
  Access() = default;
  // A line a token: "reader TOKEN", "writer TOKEN" or "admin TOKEN", and behind it the names of the indexes that it is
  // for, where these are not all; `as=NAME` among them says who that is, `rate=N` how many requests a second it may
  // make. TOKEN is 16 characters or more without white
  // space, or sha256: and the 64 digits of its hash. Empty lines, and those that begin with #, are none. The file must
  // be for its owner alone: kInvalidArgument.
  static Result<Access> read(const std::string& path);

  bool asks_for_tokens() const { return !tokens_.empty(); }
  std::size_t tokens() const { return tokens_.size(); }
  // Of what stands behind `Authorization:`, which is "Bearer TOKEN".
  Caller caller_of(std::string_view authorization) const;

 private:
  struct Token {
    std::string hash;
    Caller caller;
  };
  static Result<Token> token_of(const std::string& line);
  std::vector<Token> tokens_;
};

}  // namespace textkin::serve
