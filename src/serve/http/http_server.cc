#include "serve/http/http_server.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <random>
#include <string>
#include <unordered_set>
#include <utility>

#include "serve/http/problem.h"

namespace textkin::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Context = asio::io_context;
using Stream = beast::basic_stream<asio::generic::stream_protocol, Context::executor_type>;
using Error = beast::error_code;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kMostOfHead = 16u << 10;
constexpr std::size_t kMostRead = 64u << 10;         // of a body at once
constexpr std::uint64_t kMostThrownAway = 1u << 20;  // of a body that nobody wants, so that the answer is seen
constexpr std::chrono::seconds kThrowingAway{2};
constexpr std::chrono::seconds kToEnd{10};
constexpr std::chrono::milliseconds kWithoutDescriptors{100};
constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";

class Session;

}  // namespace

struct HttpServer::State {
  State(ListenAddress where, const HttpLimits& most, Handler& answers, int listening)
      : address(std::move(where)), limits(most), handler(answers), listener(context, listening) {}

  void wait_for_connections();
  void accept_all();
  void make_room();
  void wait_for_signal();
  void begin_to_end();
  void forget(const std::shared_ptr<Session>& session);
  void end_where_done();
  std::string next_id() { return fmt::format("{:08x}-{:x}", first_id, ++requests); }

  ListenAddress address;
  HttpLimits limits;
  Handler& handler;
  Context context{1};
  asio::posix::basic_stream_descriptor<Context::executor_type> listener;
  asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Context::executor_type> timer{context};
  asio::signal_set signals{context, SIGTERM, SIGINT};
  asio::executor_work_guard<Context::executor_type> work{context.get_executor()};
  std::unordered_set<std::shared_ptr<Session>> sessions;
  std::uint64_t held = 0;  // bytes of bodies
  std::uint32_t first_id = std::random_device{}();
  std::uint64_t requests = 0;
  bool ending = false;
};

namespace {

std::string text_of(const http::request<http::string_body>& head, http::field field) {
  const auto value = head[field];
  return {value.data(), value.size()};
}

// A connection. Everything happens in the thread of the server.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(HttpServer::State& server, const asio::generic::stream_protocol& protocol, int descriptor)
      : server_(server), stream_(server.context), buffer_(kMostOfHead + kMostRead) {
    Error error;
    static_cast<void>(stream_.socket().assign(protocol, descriptor, error));
    if (error) ::close(descriptor);
  }

  void start() { read_head(); }
  // Too many are there.
  void turn_away() { send(busy("too many connections are open; come again"), true); }
  void begin_to_end() {
    if (waiting_) close();
  }
  // Since when nobody has asked anything on it that is still to be read or answered; nothing: somebody has.
  std::optional<Clock::time_point> idle_since() const { return idle_since_; }
  void make_way() { close(); }

 private:
  template <class Step>
  auto then(Step step) {
    return [self = shared_from_this(), step](Error error, std::size_t) { (self.get()->*step)(error); };
  }
  std::chrono::seconds patience() const { return std::chrono::seconds(server_.limits.seconds); }

  void read_head() {
    waiting_ = true;
    idle_since_ = Clock::now();
    id_ = server_.next_id();
    method_.clear();
    received_ = 0;
    watched_ = false;
    parser_.emplace();
    parser_->header_limit(kMostOfHead);
    parser_->body_limit(server_.limits.body);
    stream_.expires_after(patience());
    http::async_read_header(stream_, buffer_, *parser_, then(&Session::on_head));
  }

  void on_head(Error error) {
    waiting_ = false;
    idle_since_.reset();
    if (error) return refuse(error);
    began_ = Clock::now();
    const auto& head = parser_->get();
    request_ = {};
    request_.id = id_;
    request_.method = method_ = std::string(head.method_string());
    request_.target = std::string(head.target());
    request_.host = text_of(head, http::field::host);
    request_.origin = text_of(head, http::field::origin);
    request_.authorization = text_of(head, http::field::authorization);
    request_.content_encoding = text_of(head, http::field::content_encoding);
    request_.content_type = text_of(head, http::field::content_type);
    request_.has_body = !parser_->is_done();
    request_.has_condition = head.count(http::field::if_match) + head.count(http::field::if_none_match) +
                                 head.count(http::field::if_unmodified_since) >
                             0;
    keeps_alive_ = head.keep_alive();
    knows_chunks_ = head.version() >= 11;
    // Packed otherwise than in chunks a body has no end, and would be read as the next request (RFC 9112, 6.3).
    if (const auto packed = head.count(http::field::transfer_encoding);
        packed > 1 || (packed == 1 && !beast::iequals(head[http::field::transfer_encoding], "chunked")))
      return send(problem(400, "send the body in chunks or with its length, without another Transfer-Encoding"), true);
    if (std::optional<Response> early = server_.handler.admit(request_))
      return send(std::move(*early), request_.has_body);
    if (!request_.has_body) return have_all();
    stream_.expires_after(patience());
    if (!beast::iequals(head[http::field::expect], "100-continue")) return read_body({});
    asio::async_write(stream_, asio::buffer(kGoOn), then(&Session::read_body));
  }

  void read_body(Error error) {
    if (error) return close();
    http::async_read_some(stream_, buffer_, *parser_, then(&Session::on_body));
  }

  void on_body(Error error) {
    if (error) return refuse(error);
    const std::uint64_t there = parser_->get().body().size();
    server_.held += there - held_;
    held_ = there;
    if (server_.held > server_.limits.bodies)
      return send(busy("the bodies of all requests together need more memory than the server has for them; come again"),
                  true);
    if (!parser_->is_done()) return read_body({});
    have_all();
  }

  void have_all() {
    request_.body = std::move(parser_->get().body());
    received_ = request_.body.size();
    began_ = Clock::now();
    server_.handler.handle(std::move(request_), [self = shared_from_this()](Response response) mutable {
      Context& context = self->server_.context;
      asio::post(context, [self = std::move(self), response = std::move(response)]() mutable {
        self->send(std::move(response), false);
      });
    });
  }

  // What cannot be understood is answered where there is somebody to answer; then the connection ends.
  void refuse(Error error) {
    if (error.category() != http::make_error_code(http::error::bad_method).category() ||
        error == http::error::end_of_stream || error == http::error::partial_message)
      return close();
    if (error == http::error::body_limit)
      return send(problem(413, fmt::format("the body has more than {} bytes; send less at once", server_.limits.body)),
                  true);
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
      return send(problem(431, fmt::format("the head has more than {} bytes; send a shorter address and fewer fields",
                                           kMostOfHead)),
                  true);
    send(problem(400, fmt::format("this is no HTTP/1.1: {}", error.message())), true);
  }

  void send(Response response, bool unread) {
    if (response.pieces != nullptr && !knows_chunks_)
      response = problem(400, "this answer comes in pieces, which HTTP/1.0 does not know; ask with HTTP/1.1");
    unread_ = unread;
    if (unread || server_.ending) keeps_alive_ = false;
    answered_ = {.id = id_,
                 .method = method_,
                 .route = response.route,
                 .status = response.status,
                 .received = received_,
                 .sent = response.body.size(),
                 .seconds = 0};
    out_.emplace(static_cast<http::status>(response.status), 11);
    out_->set(http::field::content_type, response.type);
    out_->set("X-Request-Id", answered_.id);
    out_->set(http::field::cache_control, "no-store");
    out_->set("X-Content-Type-Options", "nosniff");
    for (const auto& [name, value] : response.fields) out_->set(name, value);
    out_->body() = std::move(response.body);
    out_->keep_alive(keeps_alive_);
    stream_.expires_after(patience());
    if (response.pieces != nullptr) {
      pieces_ = std::move(response.pieces);
      out_->chunked(true);
      head_of_pieces_.emplace(*out_);
      return http::async_write_header(stream_, *head_of_pieces_, then(&Session::ask_for_piece));
    }
    out_->prepare_payload();
    if (method_ == "HEAD") out_->body().clear();  // whose answer is a head, also where it is a refusal
    http::async_write(stream_, *out_, then(&Session::on_sent));
  }

  void ask_for_piece(Error error) {
    if (error) return on_sent(error);
    if (pieces_ == nullptr) return on_sent(http::make_error_code(http::error::partial_message));
    if (pieces_->is_work() && !std::exchange(watched_, true)) watch();
    server_.handler.go_on(pieces_, [self = shared_from_this()](Result<std::string> piece) mutable {
      Context& context = self->server_.context;
      asio::post(context,
                 [self = std::move(self), piece = std::move(piece)]() mutable { self->send_piece(std::move(piece)); });
    });
  }

  // Work ends when who asked has gone, also where its next piece is far away.
  void watch() {
    stream_.socket().async_wait(asio::socket_base::wait_read, [self = shared_from_this()](Error error) {
      char byte = 0;
      if (!error && ::recv(self->stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0)
        self->pieces_.reset();
    });
  }

  void send_piece(Result<std::string> piece) {
    if (!piece.ok()) return on_sent(http::make_error_code(http::error::partial_message));
    piece_ = std::move(piece).value();
    stream_.expires_after(patience());
    if (piece_.empty()) return asio::async_write(stream_, http::make_chunk_last(), then(&Session::on_sent));
    answered_.sent += piece_.size();
    asio::async_write(stream_, http::make_chunk(asio::buffer(piece_)), then(&Session::ask_for_piece));
  }

  void on_sent(Error error) {
    server_.held -= std::exchange(held_, 0);
    answered_.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    server_.handler.tell(answered_);
    head_of_pieces_.reset();
    out_.reset();
    pieces_.reset();
    if (error) return close();
    if (keeps_alive_ && !server_.ending) return read_head();
    if (!unread_) return close();
    // Closed at once, the answer would be lost beside what is still coming.
    static_cast<void>(stream_.socket().shutdown(asio::socket_base::shutdown_send, error));
    stream_.expires_after(kThrowingAway);
    idle_since_ = Clock::now();
    throw_away();
  }

  void throw_away() {
    buffer_.clear();
    stream_.async_read_some(buffer_.prepare(kMostRead), [self = shared_from_this()](Error error, std::size_t size) {
      self->thrown_away_ += size;
      if (error || self->thrown_away_ > kMostThrownAway) return self->close();
      self->throw_away();
    });
  }

  void close() {
    server_.held -= std::exchange(held_, 0);
    Error ignored;
    static_cast<void>(stream_.socket().close(ignored));
    stream_.expires_never();
    server_.forget(shared_from_this());
  }

  HttpServer::State& server_;
  Stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::optional<http::response<http::string_body>> out_;
  std::optional<http::response_serializer<http::string_body>> head_of_pieces_;
  std::shared_ptr<Pieces> pieces_;
  std::string piece_;
  Request request_;
  std::string id_ = server_.next_id();
  std::string method_;
  Answered answered_;
  Clock::time_point began_ = Clock::now();
  std::uint64_t held_ = 0;  // of this one's body
  std::uint64_t received_ = 0;
  std::uint64_t thrown_away_ = 0;
  std::optional<Clock::time_point> idle_since_;
  bool waiting_ = false;  // for a request, of which at most a part of the head is there
  bool keeps_alive_ = false;
  bool knows_chunks_ = true;
  bool watched_ = false;
  bool unread_ = false;  // there is more of the request
};

void raise_most_of_descriptors() {
  struct rlimit most;
  if (::getrlimit(RLIMIT_NOFILE, &most) != 0) return;
  most.rlim_cur = most.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &most);
}

}  // namespace

void HttpServer::State::wait_for_connections() {
  listener.async_wait(asio::posix::descriptor_base::wait_read, [this](Error error) {
    if (error || ending) return;
    accept_all();
  });
}

void HttpServer::State::accept_all() {
  while (true) {
    const int descriptor = ::accept4(listener.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) {
      if (errno == EINTR || errno == ECONNABORTED) continue;
      if (errno == EAGAIN || errno == EWOULDBLOCK) return wait_for_connections();
      timer.expires_after(kWithoutDescriptors);  // none is left, or no memory; later there may be
      return timer.async_wait([this](Error error) {
        if (!error && !ending) accept_all();
      });
    }
    const int family = address.is_socket() ? AF_UNIX : address.host.find(':') != std::string::npos ? AF_INET6 : AF_INET;
    const int yes = 1;
    if (family != AF_UNIX) ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const auto session = std::make_shared<Session>(
        *this, asio::generic::stream_protocol(family, family == AF_UNIX ? 0 : IPPROTO_TCP), descriptor);
    if (sessions.size() >= limits.connections) make_room();
    sessions.insert(session);
    if (sessions.size() <= limits.connections)
      session->start();
    else
      session->turn_away();
  }
}

// Who opens connections and asks nothing must not shut out those who ask.
void HttpServer::State::make_room() {
  std::shared_ptr<Session> longest;
  for (const std::shared_ptr<Session>& session : sessions)
    if (session->idle_since() && (longest == nullptr || *session->idle_since() < *longest->idle_since()))
      longest = session;
  if (longest != nullptr) longest->make_way();
}

void HttpServer::State::wait_for_signal() {
  signals.async_wait([this](Error error, int) {
    if (error) return;
    if (ending) return context.stop();
    begin_to_end();
    wait_for_signal();
  });
}

void HttpServer::State::begin_to_end() {
  ending = true;
  handler.begin_to_end();
  Error ignored;
  static_cast<void>(listener.close(ignored));
  timer.expires_after(kToEnd);
  timer.async_wait([this](Error error) {
    if (!error) context.stop();
  });
  const std::unordered_set<std::shared_ptr<Session>> all = sessions;
  for (const std::shared_ptr<Session>& session : all) session->begin_to_end();
  end_where_done();
}

void HttpServer::State::forget(const std::shared_ptr<Session>& session) {
  sessions.erase(session);
  if (ending) end_where_done();
}

void HttpServer::State::end_where_done() {
  if (sessions.empty()) context.stop();
}

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}
HttpServer::~HttpServer() {
  if (address().is_socket()) ::unlink(address().socket_path.c_str());
}
const ListenAddress& HttpServer::address() const { return state_->address; }

Result<std::unique_ptr<HttpServer>> HttpServer::open(const ListenAddress& address, const HttpLimits& limits,
                                                     Handler& handler) {
  raise_most_of_descriptors();
  ListenAddress at = address;
  TEXTKIN_ASSIGN_OR_RETURN(const int listening, listen_at(at));
  return std::unique_ptr<HttpServer>(
      new HttpServer(std::make_unique<State>(std::move(at), limits, handler, listening)));
}

bool HttpServer::run() {
  state_->wait_for_connections();
  // As on the command line; with nohup it outlives its session.
  struct sigaction of_session{};
  if (::sigaction(SIGHUP, nullptr, &of_session) == 0 && of_session.sa_handler != SIG_IGN) state_->signals.add(SIGHUP);
  state_->wait_for_signal();
  state_->context.run();
  return state_->sessions.empty();
}

}  // namespace textkin::serve
