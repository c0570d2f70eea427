// A connection by TCP, or by a socket of the file system.
#pragma once

#include <chrono>
#include <memory>

#include "client/channel.h"
#include "client/server_address.h"
#include "textkin/status.h"

namespace textkin::client {

// kIo where nobody answers there within `patience`, which the channel has afterwards too.
Result<std::unique_ptr<Channel>> open_plain(const ServerAddress& address, std::chrono::seconds patience);

}  // namespace textkin::client
