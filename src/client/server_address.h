// ServerAddress: where an index is behind a server.
//
// http://HOST[:PORT]/NAME, https://HOST[:PORT]/NAME, or http://unix:PATH:/NAME for a socket of the file system, as
// nginx writes it. What stands before NAME is the path under which a proxy has the server: https://host/texts/archive.
#pragma once

#include <string>
#include <string_view>

#include "textkin/status.h"

namespace textkin::client {

struct ServerAddress {
  std::string text;         // as it was typed, for messages
  bool encrypted = false;   // https
  std::string host;         // a name or digits; of IPv6 without brackets
  std::string port;         // digits
  std::string socket_path;  // not empty: a socket of the file system instead
  std::string host_field;   // of the head of a request
  std::string path;         // of the index: "/v1/indexes/NAME", behind what a proxy has
};

// Whether it is meant as one, and not as a folder.
bool is_server_address(std::string_view typed);

// kInvalidArgument says what is wrong with it.
Result<ServerAddress> parse_server_address(const std::string& typed);

// Percent-encoded as a part of a path, or of the parameters behind it.
std::string encoded(std::string_view text);

}  // namespace textkin::client
