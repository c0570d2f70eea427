// HttpServer: HTTP/1.1 over sockets, within limits: who sends nothing, half of it or too much costs a timer and some
// bytes, and nobody else waits for it. It knows no route: a Handler answers.
//
// Heads have at most 16 KiB, bodies what Limits say, whether their length is said beforehand or not. A request must be
// there within `seconds` of its beginning, and its answer be taken within as many. Connections beyond the limit, and
// bodies beyond what all may have together, are answered 503.
//
// Threads: one, that of run(), which is the only one to touch sockets. Handler::handle() is called there and must
// return at once; its answer may come from any thread. Errors: kIo, at the beginning alone.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "serve/http/listen_address.h"
#include "serve/http/message.h"
#include "textkin/status.h"

namespace textkin::serve {

struct HttpLimits {
  std::uint64_t body = 32u << 20;     // bytes of one
  std::uint64_t bodies = 256u << 20;  // of all that are on their way
  std::uint32_t connections = 512;
  std::uint32_t seconds = 30;
};

// What was done, for a log that holds no text.
struct Answered {
  std::string id;
  std::string method;
  std::string_view route;
  unsigned status = 0;
  std::uint64_t received = 0;  // bytes of the body
  std::uint64_t sent = 0;
  double seconds = 0;  // from when the request was there
};

class Handler {
 public:
  // Called once, from any thread.
  using Respond = std::function<void(Response)>;

  virtual ~Handler() = default;
  // Looks at the head alone: an answer here is given without reading the body.
  virtual std::optional<Response> admit(const Request& head) = 0;
  virtual void handle(Request request, Respond respond) = 0;
  // The next piece of an answer that was given with Pieces. Called there too, and `given` once, from any thread.
  using Given = Pieces::Given;
  virtual void go_on(std::shared_ptr<Pieces> pieces, Given given) = 0;
  virtual void tell(const Answered& answered) = 0;
  // No new request comes in; those on their way are finished.
  virtual void begin_to_end() = 0;
};

class HttpServer {
 public:
  // Listens from here on. `handler` must outlive it.
  static Result<std::unique_ptr<HttpServer>> open(const ListenAddress& address, const HttpLimits& limits,
                                                  Handler& handler);
  ~HttpServer();

  // With the port that it has.
  const ListenAddress& address() const;

  // Until SIGTERM, SIGINT or SIGHUP (unless that is ignored); then finishes what is on its way, ten seconds at most. A
  // second signal ends it at once. Whether everything was answered. Answers that come later lead nowhere, but must come
  // before this is gone.
  bool run();

  struct State;  // of the source

 private:
  explicit HttpServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace textkin::serve
