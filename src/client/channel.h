// Channel: a connection to a server, as bytes that go and come; open_channel.h makes one.
//
// Promise: nothing waits for ever: where no byte moves for `patience`, that is kIo; an interrupted run ends within a
// moment, with kInterrupted. No signal is raised by an end that is gone. Errors are a line that names the server.
// Threads: one.
#pragma once

#include <cstddef>

#include "textkin/status.h"

namespace textkin::client {

class Channel {
 public:
  virtual ~Channel() = default;

  // At least one byte; 0 where the server has ended the connection.
  virtual Result<std::size_t> read_some(char* out, std::size_t size) = 0;
  // At least one byte; 0 where the server has ended the connection.
  virtual Result<std::size_t> write_some(const char* bytes, std::size_t size) = 0;
  // Whether the server has sent something, or has ended the connection.
  virtual bool has_come() = 0;
  // The same while a request is being sent: then it wants no more of it. False where that cannot be told.
  virtual bool has_answered() { return has_come(); }
};

}  // namespace textkin::client
