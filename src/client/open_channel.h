// open_channel: a connection to the server of an address, encrypted where that says https.
#pragma once

#include <chrono>
#include <memory>

#include "client/channel.h"
#include "client/server_address.h"
#include "textkin/status.h"

namespace textkin::client {

// kIo where nobody answers there, or who answers is not to be trusted.
Result<std::unique_ptr<Channel>> open_channel(const ServerAddress& address, std::chrono::seconds patience);

}  // namespace textkin::client
