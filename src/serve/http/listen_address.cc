#include "serve/http/listen_address.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>

namespace textkin::serve {
namespace {

union AnyAddress {
  sockaddr any;
  sockaddr_in four;
  sockaddr_in6 six;
  sockaddr_un file;
};

// Its length; 0: `host` is no address.
socklen_t fill_in(const ListenAddress& address, AnyAddress& out) {
  std::memset(&out, 0, sizeof out);
  if (::inet_pton(AF_INET, address.host.c_str(), &out.four.sin_addr) == 1) {
    out.four.sin_family = AF_INET;
    out.four.sin_port = htons(address.port);
    return sizeof out.four;
  }
  if (::inet_pton(AF_INET6, address.host.c_str(), &out.six.sin6_addr) == 1) {
    out.six.sin6_family = AF_INET6;
    out.six.sin6_port = htons(address.port);
    return sizeof out.six;
  }
  return 0;
}

Status refused(const ListenAddress& address, const char* what) {
  return Status(Code::kIo, fmt::format("{} {}: {}", address.text(), what, std::strerror(errno)));
}

// Closed unless it is let go of.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  int let_go() { return std::exchange(number_, -1); }

 private:
  int number_;
};

// Removes a socket at which nobody listens.
Status remove_dead(const ListenAddress& address, const AnyAddress& name) {
  struct stat facts;
  if (::lstat(address.socket_path.c_str(), &facts) != 0) return {};
  if (!S_ISSOCK(facts.st_mode))
    return Status(Code::kIo, address.socket_path + " is there and is no socket; name another with --listen unix:PATH");
  const Descriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (::connect(probe.get(), &name.any, sizeof name.file) == 0)
    return Status(Code::kIo, address.socket_path + " is another server's; name another with --listen unix:PATH");
  return ::unlink(address.socket_path.c_str()) == 0 ? Status() : refused(address, "cannot be removed");
}

Result<int> listen_at_socket(const ListenAddress& address) {
  AnyAddress name;
  std::memset(&name, 0, sizeof name);
  name.file.sun_family = AF_UNIX;
  if (address.socket_path.size() >= sizeof name.file.sun_path)
    return Status(Code::kInvalidArgument,
                  fmt::format("--listen {}: a socket's path has at most {} bytes; name a shorter one", address.text(),
                              sizeof name.file.sun_path - 1));
  std::memcpy(name.file.sun_path, address.socket_path.data(), address.socket_path.size());
  TEXTKIN_RETURN_IF_ERROR(remove_dead(address, name));
  Descriptor made(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (made.get() < 0) return refused(address, "cannot be made");
  const mode_t before = ::umask(0177);
  const int bound = ::bind(made.get(), &name.any, sizeof name.file);
  ::umask(before);
  if (bound != 0) return refused(address, "cannot be made");
  if (::listen(made.get(), SOMAXCONN) != 0) return refused(address, "cannot be listened at");
  return made.let_go();
}

std::optional<std::uint16_t> port_of(const std::string& typed) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), port);
  if (typed.empty() || error != std::errc() || end != typed.data() + typed.size()) return std::nullopt;
  return port;
}

}  // namespace

bool ListenAddress::is_local() const { return is_socket() || host == "::1" || host.starts_with("127."); }

std::string ListenAddress::text() const {
  if (is_socket()) return "unix:" + socket_path;
  const bool six = host.find(':') != std::string::npos;
  return fmt::format("http://{}{}{}:{}", six ? "[" : "", host, six ? "]" : "", port);
}

Result<ListenAddress> parse_address(const std::string& typed) {
  constexpr std::string_view kSocket = "unix:";
  ListenAddress address;
  if (typed.starts_with(kSocket) && typed.size() > kSocket.size()) {
    address.socket_path = typed.substr(kSocket.size());
    return address;
  }
  const std::size_t colon = typed.rfind(':');
  const Status wrong(Code::kInvalidArgument,
                     fmt::format("--listen {} is neither ADDRESS:PORT, as 127.0.0.1:7070, nor unix:PATH", typed));
  if (colon == std::string::npos) return wrong;
  const std::optional<std::uint16_t> port = port_of(typed.substr(colon + 1));
  address.host = typed.substr(0, colon);
  if (address.host == "localhost") address.host = "127.0.0.1";
  if (address.host.starts_with('[') && address.host.ends_with(']'))
    address.host = address.host.substr(1, address.host.size() - 2);
  AnyAddress any;
  if (!port || fill_in(address, any) == 0) return wrong;
  address.port = *port;
  return address;
}

Result<int> listen_at(ListenAddress& address) {
  if (address.is_socket()) return listen_at_socket(address);
  AnyAddress name;
  socklen_t size = fill_in(address, name);
  Descriptor made(::socket(name.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (made.get() < 0) return refused(address, "cannot be listened at");
  const int yes = 1;
  ::setsockopt(made.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (::bind(made.get(), &name.any, size) != 0) return refused(address, "cannot be listened at");
  if (::listen(made.get(), SOMAXCONN) != 0) return refused(address, "cannot be listened at");
  size = sizeof name;
  if (::getsockname(made.get(), &name.any, &size) != 0) return refused(address, "cannot be listened at");
  address.port = ntohs(name.any.sa_family == AF_INET6 ? name.six.sin6_port : name.four.sin_port);
  return made.let_go();
}

}  // namespace textkin::serve
