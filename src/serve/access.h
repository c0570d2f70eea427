// Access: who may do what: tokens of a file, each with a role.
//
// Promise: a token is compared in a time that does not depend on how much of it is right. Threads: any number at once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"

namespace textkin::serve {

// Ascending: each may what those before it may. kNobody: a token that is not known, or none.
enum class Role : std::uint8_t { kNobody, kReader, kWriter };

class Access {
 public:
  // Without a file: everybody who reaches the server writes.
  Access() = default;
  // A line a token: "reader TOKEN" or "writer TOKEN", TOKEN of 16 characters or more without white space; empty lines,
  // and those that begin with #, are none. The file must be for its owner alone: kInvalidArgument.
  static Result<Access> read(const std::string& path);

  bool asks_for_tokens() const { return !tokens_.empty(); }
  // Of what stands behind `Authorization:`, which is "Bearer TOKEN".
  Role role_of(std::string_view authorization) const;

 private:
  struct Token {
    std::string word;
    Role role;
  };
  std::vector<Token> tokens_;
};

}  // namespace textkin::serve
