// HttpClient: requests to one server, one after the other, over a connection that stays.
//
// Promise: what a server says is no answer (another status than 200) is a Status with its line: what was asked is wrong
// (400, 405, 409, 412, 415) kInvalidArgument, 404 kNotFound, 413 kExhausted, else kIo. One that is busy (503) is asked
// again when it says, a few times; one that a token asks too often (429), as long as all of that waiting is within
// `patience`. A redirect is not followed, and the token goes to the server of the address alone. A
// request that changes nothing is sent again, once, where a connection that stayed turns out to be gone. Memory: an
// answer that nobody takes in pieces. Threads: one.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "client/channel.h"
#include "client/server_address.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::client {

struct ClientOptions {
  std::string token;                   // empty: none
  std::chrono::seconds patience{300};  // without a byte
};

struct HttpRequest {
  std::string_view method;
  std::string target;
  std::string_view type;  // of the body; empty: there is none
  std::string_view body;
  bool changes = false;
};

struct HttpAnswer {
  std::string body;      // where nobody took it in pieces
  std::string sequence;  // fields of the head; empty: none
  std::string recall;
  std::string next;
  std::string common;
};

class HttpClient {
 public:
  // Gets an answer of 200 in pieces.
  using Take = std::function<Status(std::string_view piece)>;

  HttpClient(ServerAddress address, ClientOptions options);
  ~HttpClient();

  const ServerAddress& address() const { return address_; }
  // `take` may be null. What it says ends the request.
  Result<HttpAnswer> ask(const HttpRequest& request, const Take& take);
  // Of the request that failed last: whether the server may have done it.
  bool may_be_done() const { return may_be_done_; }
  // Whether it failed because it, or its answer, is too large (413).
  bool was_too_large() const { return was_too_large_; }
  // Whether the server stopped it at its own deadline: nothing of a change was made.
  bool was_too_late() const { return was_too_late_; }
  // Who hears, once, that requests wait; null: nobody.
  void tell(Progress* progress) {
    progress_ = progress;
    told_ = false;
  }

 private:
  struct Exchange;
  Result<std::chrono::seconds> try_once(const HttpRequest& request, const Take& take, HttpAnswer& answer);
  // The same of an answer that is there and is none of 200.
  Result<std::chrono::seconds> refused(unsigned code, std::string_view retry_after, HttpAnswer& answer);
  Status wait_for_turn(std::chrono::seconds later, std::chrono::seconds& waited, const std::string& why);

  ServerAddress address_;
  ClientOptions options_;
  std::unique_ptr<Channel> channel_;
  bool may_be_done_ = false;
  bool was_too_large_ = false;
  bool was_too_late_ = false;
  bool was_too_often_ = false;
  Progress* progress_ = nullptr;
  bool told_ = false;
};

}  // namespace textkin::client
