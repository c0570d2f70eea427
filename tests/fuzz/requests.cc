// Any bytes as what a client sends to a server that has a small index: it answers what the contract knows, or closes;
// it never says that it broke, and the next one is answered.
//
// A server of this process, with sockets, parser, routes, handlers and an index in a folder for temporary files, which
// goes when the process ends. What would start another process, to take text out of a file, has fuzzers of its own.
#include <poll.h>
#include <simdjson.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <thread>

#include "desk/form.h"
#include "engine/index/create.h"
#include "fuzzer.h"
#include "serve/handlers/media_types.h"
#include "serve/http/http_server.h"
#include "serve/http/problem.h"
#include "serve/service/service.h"

namespace textkin::fuzz::requests {
namespace {

using namespace serve;

constexpr int kMostSeconds = 20;  // of an exchange
constexpr std::uint64_t kMemory = 256u << 20;
constexpr std::string_view kEndOfHead = "\r\n\r\n";

// Whether a part of a form would be given to a process that reads such files.
bool is_for_others(const desk::FormPart& part) {
  return !part.file_name.ends_with(".txt") || part.bytes.starts_with("PK") || part.bytes.starts_with("%PDF-") ||
         part.bytes.starts_with("{\\rtf") || part.bytes.starts_with("\xD0\xCF") ||
         part.bytes.find('\0') != std::string_view::npos ||  // of another encoding, as what is no UTF-8
         !simdjson::validate_utf8(part.bytes.data(), part.bytes.size());
}

class WithoutProcesses final : public Handler {
 public:
  explicit WithoutProcesses(Service& service) : service_(service) {}

  std::optional<Response> admit(const Request& head) override {
    const MediaType* const type = document_type(head.content_type);
    if (type != nullptr && !type->suffix.empty()) return problem(415, "other fuzzers read these");
    return service_.admit(head);
  }
  void handle(Request request, Respond respond) override {
    if (request.content_type.starts_with(kForm)) {
      const auto parts = desk::parse_form(request.content_type, request.body);
      if (parts.ok() && std::ranges::any_of(*parts, is_for_others))
        return respond(problem(415, "other fuzzers read these"));
    }
    service_.handle(std::move(request), std::move(respond));
  }
  void go_on(std::shared_ptr<Pieces> pieces, Given given) override {
    service_.go_on(std::move(pieces), std::move(given));
  }
  void tell(const Answered& answered) override { service_.tell(answered); }
  void begin_to_end() override { service_.begin_to_end(); }

 private:
  Service& service_;
};

class Served {
 public:
  Served() {
    std::string folder = (std::filesystem::temp_directory_path() / "fuzz_requests-XXXXXX").string();
    require(::mkdtemp(folder.data()) != nullptr);
    folder_ = folder;
    engine::index::IndexSpec spec;
    spec.fields = {"course"};
    require(engine::index::create(folder_ + "/idx", spec, {.threads = 1, .memory = kMemory, .run_dir = {}}).ok());
    Result<std::unique_ptr<HostedIndex>> opened =
        HostedIndex::open({.folder = folder_ + "/idx", .memory = kMemory, .read_only = false, .most_waiting = 16});
    require(opened.ok());
    indexes_.add("idx", std::move(opened).value());
    service_.emplace(indexes_, shelf_,
                     ServiceOptions{.access = {},
                                    .threads = 1,
                                    .most_waiting = 16,
                                    .memory = kMemory,
                                    .is_socket = false,
                                    .logs = false,
                                    .deadline = kMostSeconds,
                                    .rate = 0});
    handler_.emplace(*service_);
    const ListenAddress address{.host = {}, .port = 0, .socket_path = folder_ + "/socket"};
    Result<std::unique_ptr<HttpServer>> server =
        HttpServer::open(address, {.body = 1u << 16, .bodies = 1u << 20, .connections = 16, .seconds = 10}, *handler_);
    require(server.ok());
    server_ = std::move(server).value();
    thread_ = std::thread([this] { server_->run(); });
  }

  // As a signal ends a server.
  void end() {
    ::kill(::getpid(), SIGTERM);
    thread_.join();
    service_->finish();
    indexes_.clear();
    server_.reset();
    std::filesystem::remove_all(folder_);
  }

  std::string exchange(std::string_view sent) const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = folder_ + "/socket";
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    const int own = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    require(own >= 0 && ::connect(own, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    std::string got;
    const std::size_t step = sent.size() % 3 == 0 ? std::max<std::size_t>(sent.size() / 5, 1) : sent.size();
    bool ended = false;
    while (!sent.empty() && !ended) {
      const ssize_t size = ::send(own, sent.data(), std::min(step, sent.size()), MSG_NOSIGNAL);
      if (size <= 0) break;  // it has answered, and closed
      sent.remove_prefix(static_cast<std::size_t>(size));
      while (!ended && can_be_read(own, 0)) ended = !receive(own, got);
    }
    ::shutdown(own, SHUT_WR);
    while (!ended) {
      require(can_be_read(own, 1000 * kMostSeconds));  // else it hangs
      ended = !receive(own, got);
    }
    ::close(own);
    return got;
  }

 private:
  static bool can_be_read(int own, int milliseconds) {
    pollfd wait{.fd = own, .events = POLLIN, .revents = 0};
    int ready = 0;
    do ready = ::poll(&wait, 1, milliseconds);
    while (ready < 0 && errno == EINTR);  // libFuzzer's clock rings every few seconds
    return ready > 0;
  }
  static bool receive(int own, std::string& got) {
    std::array<char, 1 << 16> piece;
    const ssize_t size = ::recv(own, piece.data(), piece.size(), 0);  // there is something: it is not interrupted
    if (size > 0) got.append(piece.data(), static_cast<std::size_t>(size));
    return size > 0;
  }

  std::string folder_;
  ServedIndexes indexes_;
  Shelf shelf_;
  std::optional<Service> service_;
  std::optional<WithoutProcesses> handler_;
  std::unique_ptr<HttpServer> server_;
  std::thread thread_;
};

Served* g_served = nullptr;

const Served& served() {
  if (g_served == nullptr) {
    g_served = new Served;
    std::atexit([] { g_served->end(); });
  }
  return *g_served;
}

std::size_t number(std::string_view text, int base) {
  std::size_t value = 0;
  require(std::from_chars(text.data(), text.data() + text.size(), value, base).ec == std::errc());
  return value;
}

// Its value in a head; empty: there is none.
std::string_view field(std::string_view head, std::string_view name) {
  const std::size_t at = head.find("\r\n" + std::string(name) + ": ");
  if (at == std::string_view::npos) return {};
  head.remove_prefix(at + name.size() + 4);
  return head.substr(0, head.find("\r\n"));
}

// Takes a body in chunks off `left`; nothing where it was given up.
std::optional<std::string> take_chunks(std::string_view& left) {
  std::string body;
  while (true) {
    const std::size_t line = left.find("\r\n");
    if (line == std::string_view::npos) return std::nullopt;
    const std::size_t size = number(left.substr(0, line), 16);
    left.remove_prefix(line + 2);
    if (left.size() < size + 2) return std::nullopt;
    body += left.substr(0, size);
    require(left.substr(size, 2) == "\r\n");
    left.remove_prefix(size + 2);
    if (size == 0) return body;
  }
}

void check_problem(unsigned status, std::string_view head, const std::string& body) {
  require(field(head, "Content-Type") == "application/problem+json");
  require(body.starts_with("{\"type\":\"about:blank\"") && body.find('\n') == body.size() - 1);
  require((status == 503 || status == 429) != field(head, "Retry-After").empty());
}

// What came back is answers, one behind the other, each whole; of HEAD without its body.
void check_answers(std::string_view left, bool has_bodies) {
  static const std::set<unsigned> kKnown{200, 400, 403, 404, 405, 409, 413, 415, 431, 503, 504};
  while (!left.empty()) {
    require(left.starts_with("HTTP/1.1 "));
    const std::size_t end = left.find(kEndOfHead);
    require(end != std::string_view::npos);
    const std::string_view head = left.substr(0, end + 2);
    const auto status = static_cast<unsigned>(number(left.substr(9, 3), 10));
    left.remove_prefix(end + kEndOfHead.size());
    if (status == 100) continue;
    if (!kKnown.contains(status))
      std::fprintf(stderr, "%.*s\n", static_cast<int>(left.size()), left.data());  // says why
    require(kKnown.contains(status) && !field(head, "X-Request-Id").empty());
    if (field(head, "Transfer-Encoding") == "chunked") {
      require(status == 200);
      if (!take_chunks(left)) return;
      continue;
    }
    const std::size_t size = number(field(head, "Content-Length"), 10);
    if (!has_bodies) return;
    require(left.size() >= size);
    if (status >= 400) check_problem(status, head, std::string(left.substr(0, size)));
    left.remove_prefix(size);
  }
}

void run(std::string_view bytes) {
  check_answers(served().exchange(bytes), bytes.find("HEAD ") == std::string_view::npos);
  static std::size_t runs = 0;
  if (++runs % 16 != 1) return;
  const std::string well = served().exchange("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  require(well.starts_with("HTTP/1.1 200 OK\r\n") && well.ends_with("{\"status\":\"ok\"}\n"));
}

constexpr auto kWords =
    std::to_array<std::string_view>({"GET ",
                                     "POST ",
                                     "PUT ",
                                     "DELETE ",
                                     "HEAD ",
                                     " HTTP/1.1\r\n",
                                     " HTTP/1.0\r\n",
                                     "\r\n",
                                     "\r\n\r\n",
                                     "Host: localhost\r\n",
                                     "Content-Length: ",
                                     "Transfer-Encoding: chunked\r\n",
                                     "Content-Type: text/plain\r\n",
                                     "Content-Type: application/x-ndjson\r\n",
                                     "Content-Type: multipart/form-data; boundary=b\r\n",
                                     "Expect: 100-continue\r\n",
                                     "Connection: close\r\n",
                                     "Connection: upgrade\r\nUpgrade: h2c\r\n",
                                     "Content-Encoding: zstd\r\n",
                                     "Authorization: Bearer ",
                                     "Origin: http://localhost\r\n",
                                     "/v1/indexes/idx",
                                     "/query",
                                     "/passages",
                                     "/report",
                                     "/documents",
                                     "/documents/a",
                                     "/marks",
                                     "/remove",
                                     "/export",
                                     "/snapshot",
                                     "/verify",
                                     "/merge",
                                     "/class",
                                     "/metrics",
                                     "?threshold=0.5",
                                     "&top=3",
                                     "&exact=true",
                                     "&as_of=1",
                                     "&where=course=c",
                                     "&unless_similar=0.8",
                                     "&if_sequence=1",
                                     "&templates=1",
                                     "&limit=1",
                                     "&format=jsonl",
                                     "%00",
                                     "%2F",
                                     "%C3%A4",
                                     "%",
                                     "+",
                                     "..",
                                     "0\r\n\r\n",
                                     "5\r\n",
                                     "ffffffffffffffff\r\n",
                                     R"({"id":"a","text":"one two three four five six"})",
                                     R"({"id":)",
                                     R"("text":)",
                                     R"("course":"c")",
                                     "\n",
                                     "\xEF\xBB\xBF",
                                     "\\u0000",
                                     "\\ud800",
                                     "one two three four five six seven eight nine ten eleven twelve thirteen ",
                                     "--b\r\n",
                                     "--b--\r\n",
                                     "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"});

const Registered kRequests({.name = "requests", .run = run, .words = kWords});

}  // namespace
}  // namespace textkin::fuzz::requests
