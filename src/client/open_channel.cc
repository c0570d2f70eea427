#include "client/open_channel.h"

#include <utility>

#include "client/plain_channel.h"
#include "client/tls_channel.h"
#include "client/tls_library.h"

namespace textkin::client {

Result<std::unique_ptr<Channel>> open_channel(const ServerAddress& address, std::chrono::seconds patience) {
  if (address.encrypted) TEXTKIN_RETURN_IF_ERROR(TlsLibrary::load().status());  // before anybody is called
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Channel> plain, open_plain(address, patience));
  return address.encrypted ? encrypt(std::move(plain), address) : Result<std::unique_ptr<Channel>>(std::move(plain));
}

}  // namespace textkin::client
