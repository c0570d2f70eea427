#include "client/server_address.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace textkin::client {
namespace {

constexpr std::string_view kPlain = "http://";
constexpr std::string_view kEncrypted = "https://";
constexpr std::string_view kSocket = "unix:";
constexpr std::string_view kRoutes = "/v1/indexes";

Status wrong(const std::string& typed, std::string_view what) {
  return Status(Code::kInvalidArgument,
                fmt::format("{}: {}; an index behind a server is http://HOST:PORT/NAME, https://HOST/NAME or "
                            "http://unix:PATH:/NAME",
                            typed, what));
}

bool is_port(std::string_view text) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port > 0 && port < 65536;
}

// Nothing that would end a line or a word of a request.
bool is_printable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

Status take_host(const std::string& typed, std::string_view authority, ServerAddress& address) {
  if (authority.find('@') != std::string_view::npos)
    return wrong(typed, "a name or password does not stand in an address; a token is given with --token-file FILE");
  std::string_view host = authority;
  std::string_view port = address.encrypted ? "443" : "80";
  const std::size_t colon = authority.rfind(':');
  if (colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos) {
    host = authority.substr(0, colon);
    port = authority.substr(colon + 1);
    if (!is_port(port)) return wrong(typed, fmt::format("{} is no port", port));
  }
  address.host_field = std::string(authority);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (host.empty()) return wrong(typed, "it names no host");
  address.host = std::string(host);
  address.port = std::string(port);
  return {};
}

Status take_path(const std::string& typed, std::string_view path, ServerAddress& address) {
  while (path.ends_with('/')) path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  if (name.empty()) return wrong(typed, "it names no index");
  std::string_view before = path.substr(0, slash);
  if (before.ends_with(kRoutes)) before.remove_suffix(kRoutes.size());
  address.path = fmt::format("{}{}/{}", before, kRoutes, name);
  return {};
}

}  // namespace

bool is_server_address(std::string_view typed) { return typed.starts_with(kPlain) || typed.starts_with(kEncrypted); }

Result<ServerAddress> parse_server_address(const std::string& typed) {
  ServerAddress address;
  address.text = typed;
  address.encrypted = typed.starts_with(kEncrypted);
  std::string_view rest = typed;
  rest.remove_prefix(address.encrypted ? kEncrypted.size() : kPlain.size());
  if (rest.starts_with(kSocket)) {
    const std::size_t end = rest.rfind(":/");
    if (address.encrypted || end == std::string_view::npos || end <= kSocket.size())
      return wrong(typed, "it names no socket");
    address.socket_path = std::string(rest.substr(kSocket.size(), end - kSocket.size()));
    address.host_field = "localhost";
    rest.remove_prefix(end + 1);
  } else {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    if (!is_printable(rest.substr(0, slash))) return wrong(typed, "its host is not one");
    TEXTKIN_RETURN_IF_ERROR(take_host(typed, rest.substr(0, slash), address));
    rest.remove_prefix(slash);
  }
  if (!is_printable(rest) || rest.find_first_of("?#") != std::string_view::npos)
    return wrong(typed, "behind its host stands the name of an index and nothing else");
  TEXTKIN_RETURN_IF_ERROR(take_path(typed, rest, address));
  return address;
}

std::string encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr std::string_view kPlainBytes = "-_.~";
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       kPlainBytes.find(c) != std::string_view::npos;
    if (plain) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

}  // namespace textkin::client
