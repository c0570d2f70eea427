// TLS over a connection to a server.
#pragma once

#include <memory>

#include "client/channel.h"
#include "client/server_address.h"
#include "textkin/status.h"

namespace textkin::client {

// A Channel whose bytes are encrypted, by TLS 1.2 or later, with a server whose certificate is for the host of
// `address` and is trusted by this system (SSL_CERT_FILE and SSL_CERT_DIR name other authorities). kIo says why it is
// not.
Result<std::unique_ptr<Channel>> encrypt(std::unique_ptr<Channel> plain, const ServerAddress& address);

}  // namespace textkin::client
