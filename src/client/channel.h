// Channel: a connection to a server, as bytes that go and come.
//
// Promise: nothing waits for ever: where no byte moves for `patience`, that is kIo; an interrupted run ends within a
// moment, with kInterrupted. No signal is raised by an end that is gone. Errors are a line that names the server.
// Threads: one.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

#include "client/server_address.h"
#include "textkin/status.h"

namespace textkin::client {

class Channel {
 public:
  virtual ~Channel() = default;

  // At least one byte; 0 where the server has ended the connection.
  virtual Result<std::size_t> read_some(char* out, std::size_t size) = 0;
  // At least one byte; 0 where the server does not want more: it has answered already, or has ended the connection.
  virtual Result<std::size_t> write_some(const char* bytes, std::size_t size) = 0;
  // Whether the server has sent something, or has ended the connection.
  virtual bool has_come() = 0;
};

// kIo where nobody answers there.
Result<std::unique_ptr<Channel>> open_channel(const ServerAddress& address, std::chrono::seconds patience);

}  // namespace textkin::client
