#include "client/http_client.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <charconv>
#include <cstdint>
#include <limits>
#include <thread>
#include <utility>

#include "client/open_channel.h"
#include "engine/run/process.h"

namespace textkin::client {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Error = beast::error_code;

constexpr std::size_t kPiece = 64u << 10;  // of an answer
constexpr std::size_t kMostOfProblem = 64u << 10;
constexpr unsigned kMostTries = 6;  // of a request to a server that is busy
constexpr std::chrono::seconds kMostWait{30};
constexpr std::chrono::milliseconds kLook{100};
constexpr std::string_view kOfDeadline = "longer than --deadline of the server";  // what textkin serve says with 504

// A Channel as Beast wants it; what went wrong stands in `status`.
class Stream {
 public:
  explicit Stream(Channel& channel) : channel_(channel) {}

  // Those that throw are asked for and never called.
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers);
  template <class Buffers>
  std::size_t write_some(const Buffers& buffers);

  template <class Buffers>
  std::size_t read_some(const Buffers& buffers, Error& error) {
    const asio::mutable_buffer first = *asio::buffer_sequence_begin(buffers);
    const Result<std::size_t> come = channel_.read_some(static_cast<char*>(first.data()), first.size());
    error = {};
    if (!come.ok())
      error = asio::error::connection_aborted;
    else if (*come == 0)
      error = asio::error::eof;
    status = come.status();
    return come.ok() ? *come : 0;
  }

  template <class Buffers>
  std::size_t write_some(const Buffers& buffers, Error& error) {
    error = {};
    for (auto one = asio::buffer_sequence_begin(buffers); one != asio::buffer_sequence_end(buffers); ++one) {
      const asio::const_buffer bytes = *one;
      if (bytes.size() == 0) continue;
      if (channel_.has_answered()) {
        error = asio::error::broken_pipe;
        return 0;
      }
      const Result<std::size_t> gone = channel_.write_some(static_cast<const char*>(bytes.data()), bytes.size());
      if (!gone.ok() || *gone == 0) error = asio::error::broken_pipe;
      status = gone.status();
      sent = sent || (gone.ok() && *gone > 0);
      return gone.ok() ? *gone : 0;
    }
    return 0;
  }

  Status status;
  bool sent = false;

 private:
  Channel& channel_;
};

Code code_of(unsigned status) {
  switch (status) {
    case 400:
    case 405:
    case 409:
    case 412:
    case 415:
      return Code::kInvalidArgument;
    case 404:
      return Code::kNotFound;
    case 413:
      return Code::kExhausted;
    default:
      return Code::kIo;
  }
}

// The line of a problem, or that there is none.
std::string line_of(unsigned status, const std::string& body) {
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  std::string_view detail;
  if (parser.parse(body).get(root) == simdjson::SUCCESS && root["detail"].get(detail) == simdjson::SUCCESS)
    return std::string(detail);
  return fmt::format("answers {}, and not as textkin serve does; is this the address of one?", status);
}

std::chrono::seconds seconds_in(std::string_view text) {
  unsigned seconds = 1;
  std::from_chars(text.data(), text.data() + text.size(), seconds);
  return std::max(std::chrono::seconds(seconds), std::chrono::seconds(1));
}

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

Status wait(std::chrono::seconds time) {
  const auto until = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < until) {
    if (engine::run::interrupted()) return Status(Code::kInterrupted, "interrupted");
    std::this_thread::sleep_for(kLook);
  }
  return {};
}

}  // namespace

// A request on its way, and what came.
struct HttpClient::Exchange {
  Exchange(Channel& channel, const std::string& server) : stream(channel), name(server) {
    parser.body_limit(std::numeric_limits<std::uint64_t>::max());  // Boost 1.74 takes none for nothing at all
  }

  Status send(const ServerAddress& address, const ClientOptions& options, const HttpRequest& request) {
    http::request<http::span_body<const char>> head(
        http::string_to_verb({request.method.data(), request.method.size()}),
        {request.target.data(), request.target.size()}, 11);
    head.set(http::field::host, address.host_field);
    head.set(http::field::user_agent, "textkin/" TEXTKIN_VERSION);
    if (!options.token.empty()) head.set(http::field::authorization, "Bearer " + options.token);
    if (!request.type.empty()) head.set(http::field::content_type, {request.type.data(), request.type.size()});
    head.body() = {request.body.data(), request.body.size()};
    if (!request.type.empty()) head.content_length(request.body.size());
    Error error;
    http::write(stream, head, error);
    is_cut = static_cast<bool>(error);
    return stream.status;  // what it does not want it has answered already
  }

  Status read(const HttpClient::Take& take, std::string& body) {
    Error error;
    http::read_header(stream, buffer, parser, error);
    if (error) return broken(error);
    const bool is_kept = take == nullptr || parser.get().result_int() != 200;
    char piece[kPiece];
    while (!parser.is_done()) {
      parser.get().body().data = piece;
      parser.get().body().size = sizeof piece;
      http::read(stream, buffer, parser, error);
      if (error == http::error::need_buffer) error = {};
      if (error) return broken(error);
      const std::string_view come(piece, sizeof piece - parser.get().body().size);
      if (!is_kept) TEXTKIN_RETURN_IF_ERROR(take(come));
      if (is_kept && (parser.get().result_int() == 200 || body.size() < kMostOfProblem)) body += come;
    }
    return {};
  }

  Status broken(Error error) {
    if (!stream.status.ok()) return stream.status;
    has_ended =
        error == asio::error::eof || error == http::error::end_of_stream || error == http::error::partial_message;
    return Status(Code::kIo, has_ended
                                 ? fmt::format("{}: the connection ended before the answer was there", name)
                                 : fmt::format("{}: what answers there speaks no HTTP/1.1: {}", name, error.message()));
  }

  Stream stream;
  const std::string& name;
  bool is_cut = false;  // not all of the request was sent
  bool has_ended = false;
  beast::flat_buffer buffer;
  http::response_parser<http::buffer_body> parser;
};

HttpClient::HttpClient(ServerAddress address, ClientOptions options)
    : address_(std::move(address)), options_(std::move(options)) {}
HttpClient::~HttpClient() = default;

Result<HttpAnswer> HttpClient::ask(const HttpRequest& request, const Take& take) {
  HttpAnswer answer;
  std::chrono::seconds waited{0};
  for (unsigned busy = 1;;) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::chrono::seconds later, try_once(request, take, answer));
    if (later.count() == 0) return answer;
    if (was_too_often_) {
      TEXTKIN_RETURN_IF_ERROR(wait_for_turn(later, waited, answer.body));
      continue;
    }
    if (busy++ == kMostTries)
      return Status(Code::kIo, fmt::format("{}: {}; it was asked {} times", address_.text, answer.body, kMostTries));
    TEXTKIN_RETURN_IF_ERROR(wait(std::min(later, kMostWait)));
  }
}

Status HttpClient::wait_for_turn(std::chrono::seconds later, std::chrono::seconds& waited, const std::string& why) {
  waited += later;
  if (waited > options_.patience)
    return Status(Code::kIo, fmt::format("{}: {}; to wait for that here give a longer --timeout than {}", address_.text,
                                         why, options_.patience.count()));
  if (progress_ != nullptr && !std::exchange(told_, true))
    progress_->note(fmt::format("{} lets this token ask only so often; requests wait for that", address_.text));
  return wait(later);
}

// 0: there is an answer; else it is to be asked again after that time, and the answer's body says why.
Result<std::chrono::seconds> HttpClient::try_once(const HttpRequest& request, const Take& take, HttpAnswer& answer) {
  may_be_done_ = was_too_large_ = was_too_late_ = was_too_often_ = false;
  answer = {};
  if (channel_ != nullptr && channel_->has_come()) channel_.reset();  // it has ended
  const bool fresh = channel_ == nullptr;
  if (fresh) {
    TEXTKIN_ASSIGN_OR_RETURN(channel_, open_channel(address_, options_.patience));
  }
  Exchange exchange(*channel_, address_.text);
  Status status = exchange.send(address_, options_, request);
  if (status.ok()) status = exchange.read(take, answer.body);
  if (!status.ok()) {
    channel_.reset();
    if (exchange.has_ended && !fresh && !request.changes && !exchange.parser.is_header_done())
      return try_once(request, take, answer);
    may_be_done_ = exchange.stream.sent;
    return status;
  }
  const auto& head = exchange.parser.get();
  if (!head.keep_alive() || exchange.is_cut) channel_.reset();
  const unsigned code = head.result_int();
  answer.sequence = text_of(head["Textkin-Sequence"]);
  answer.recall = text_of(head["Textkin-Recall"]);
  answer.next = text_of(head["Textkin-Next"]);
  answer.common = text_of(head["Textkin-Common"]);
  if (code == 200 || code == 201) return std::chrono::seconds(0);
  if (code >= 300 && code < 400)
    return Status(Code::kIo, fmt::format("{}: the server answers {} and names {} instead; nothing is sent there unless "
                                         "that is the address that is typed",
                                         address_.text, code, text_of(head[http::field::location])));
  const auto after = head[http::field::retry_after];
  return refused(code, {after.data(), after.size()}, answer);
}

Result<std::chrono::seconds> HttpClient::refused(unsigned code, std::string_view retry_after, HttpAnswer& answer) {
  answer.body = line_of(code, answer.body);
  was_too_often_ = code == 429;
  if ((code == 503 || code == 429) && !retry_after.empty()) return seconds_in(retry_after);
  was_too_large_ = code == 413;
  was_too_late_ = code == 504 && answer.body.find(kOfDeadline) != std::string::npos;
  may_be_done_ = code == 502 || (code == 504 && !was_too_late_);  // somebody between gave up waiting
  return Status(code_of(code), fmt::format("{}: {}", address_.text, answer.body));
}

}  // namespace textkin::client
