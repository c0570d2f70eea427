#include "client/plain_channel.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "engine/run/process.h"

namespace textkin::client {
namespace {

constexpr std::chrono::milliseconds kLook{100};  // between two looks at whether the run is interrupted
constexpr std::chrono::seconds kToConnect{10};

class Socket final : public Channel {
 public:
  Socket(const ServerAddress& address, int descriptor, std::chrono::seconds patience)
      : address_(address), descriptor_(descriptor), patience_(patience) {}
  ~Socket() override { ::close(descriptor_); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  Status connect(const sockaddr* to, socklen_t size) {
    const int flags = ::fcntl(descriptor_, F_GETFL);
    ::fcntl(descriptor_, F_SETFL, flags | O_NONBLOCK);
    if (::connect(descriptor_, to, size) == 0) return {};
    if (errno != EINPROGRESS && errno != EAGAIN) return failed("cannot be reached", errno);
    TEXTKIN_RETURN_IF_ERROR(wait(POLLOUT, std::min(patience_, kToConnect), "cannot be reached").status());
    int error = 0;
    socklen_t length = sizeof error;
    ::getsockopt(descriptor_, SOL_SOCKET, SO_ERROR, &error, &length);
    return error == 0 ? Status() : failed("cannot be reached", error);
  }

  Result<std::size_t> read_some(char* out, std::size_t size) override {
    while (true) {
      const ssize_t come = ::recv(descriptor_, out, size, 0);
      if (come >= 0) return static_cast<std::size_t>(come);
      if (errno == ECONNRESET) return std::size_t{0};
      if (errno == EINTR) continue;
      if (errno != EAGAIN && errno != EWOULDBLOCK) return failed("broke off", errno);
      TEXTKIN_RETURN_IF_ERROR(wait(POLLIN, patience_, "did not answer").status());
    }
  }

  Result<std::size_t> write_some(const char* bytes, std::size_t size) override {
    while (true) {
      const ssize_t gone = ::send(descriptor_, bytes, size, MSG_NOSIGNAL);
      if (gone >= 0) return static_cast<std::size_t>(gone);
      if (errno == ECONNRESET || errno == EPIPE) return std::size_t{0};
      if (errno == EINTR) continue;
      if (errno != EAGAIN && errno != EWOULDBLOCK) return failed("broke off", errno);
      TEXTKIN_RETURN_IF_ERROR(wait(POLLIN | POLLOUT, patience_, "did not take what was sent").status());
    }
  }

  bool has_come() override {
    pollfd look{.fd = descriptor_, .events = POLLIN, .revents = 0};
    return ::poll(&look, 1, 0) > 0;
  }

 private:
  Status failed(std::string_view what, int error) const {
    return Status(Code::kIo, fmt::format("{}: the server {}: {}", address_.text, what, std::strerror(error)));
  }

  Result<short> wait(short events, std::chrono::seconds most, std::string_view what) {
    const auto until = std::chrono::steady_clock::now() + most;
    while (true) {
      if (engine::run::interrupted()) return Status(Code::kInterrupted, "interrupted");
      pollfd look{.fd = descriptor_, .events = events, .revents = 0};
      const int ready = ::poll(&look, 1, static_cast<int>(kLook.count()));
      if (ready > 0) return look.revents;
      if (ready < 0 && errno != EINTR) return failed(what, errno);
      if (std::chrono::steady_clock::now() >= until)
        return Status(Code::kIo, fmt::format("{}: the server {} within {} seconds", address_.text, what, most.count()));
    }
  }

  ServerAddress address_;
  int descriptor_;
  std::chrono::seconds patience_;
};

Result<std::unique_ptr<Channel>> connected(const ServerAddress& address, int family, const sockaddr* to, socklen_t size,
                                           std::chrono::seconds patience) {
  const int descriptor = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0)
    return Status(Code::kIo, fmt::format("{}: no connection can be made: {}", address.text, std::strerror(errno)));
  auto made = std::make_unique<Socket>(address, descriptor, patience);
  TEXTKIN_RETURN_IF_ERROR(made->connect(to, size));
  const int yes = 1;
  if (family != AF_UNIX) ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return std::unique_ptr<Channel>(std::move(made));
}

Result<std::unique_ptr<Channel>> open_socket(const ServerAddress& address, std::chrono::seconds patience) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  if (address.socket_path.size() >= sizeof name.sun_path)
    return Status(Code::kInvalidArgument,
                  fmt::format("{}: a socket's path has at most {} bytes", address.text, sizeof name.sun_path - 1));
  std::memcpy(name.sun_path, address.socket_path.data(), address.socket_path.size());
  return connected(address, AF_UNIX, reinterpret_cast<const sockaddr*>(&name), sizeof name, patience);
}

}  // namespace

Result<std::unique_ptr<Channel>> open_plain(const ServerAddress& address, std::chrono::seconds patience) {
  if (!address.socket_path.empty()) return open_socket(address, patience);
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(address.host.c_str(), address.port.c_str(), &wanted, &found); error != 0)
    return Status(Code::kIo, fmt::format("{}: {} is not found: {}", address.text, address.host, ::gai_strerror(error)));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> list(found, &::freeaddrinfo);
  Status last(Code::kIo, fmt::format("{}: {} has no address", address.text, address.host));
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    Result<std::unique_ptr<Channel>> made = connected(address, one->ai_family, one->ai_addr, one->ai_addrlen, patience);
    if (made.ok() || made.status().code() == Code::kInterrupted) return made;
    last = made.status();
  }
  return last;
}

}  // namespace textkin::client
