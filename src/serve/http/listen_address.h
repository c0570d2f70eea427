// ListenAddress: where a server is reached: an address of this machine and a port, or a socket in the file system.
#pragma once

#include <cstdint>
#include <string>

#include "textkin/status.h"

namespace textkin::serve {

struct ListenAddress {
  std::string host;         // an address as digits; of IPv6 without brackets
  std::uint16_t port = 0;   // 0: one that is free
  std::string socket_path;  // not empty: a socket of the file system instead

  bool is_socket() const { return !socket_path.empty(); }
  // Whether only this machine reaches it.
  bool is_local() const;
  // "http://127.0.0.1:7070" or "unix:PATH".
  std::string text() const;
};

// "127.0.0.1:7070", "[::1]:7070", "localhost:7070" or "unix:PATH"; kInvalidArgument for anything else: names are not
// looked up.
Result<ListenAddress> parse_address(const std::string& typed);

// A descriptor that listens there, and does not block; `address` gets the port that it was given. A socket of the file
// system is for its owner alone; one that a dead server left is replaced. kIo says why it cannot be.
Result<int> listen_at(ListenAddress& address);

}  // namespace textkin::serve
