// Service: what answers the requests of an HttpServer: finds their route, asks who they are from, and hands them to the
// threads that read and to those that write.
//
// Where nobody needs a token, only this machine may ask: a page of a browser that calls this server by another name, or
// stands elsewhere, is refused. Threads: as Handler says.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "base/deadline.h"
#include "serve/handlers/access.h"
#include "serve/handlers/call.h"
#include "serve/http/http_server.h"
#include "serve/service/metrics.h"
#include "serve/service/rates.h"
#include "serve/service/routes.h"
#include "serve/service/work_queue.h"

namespace textkin::serve {

struct ServiceOptions {
  Access access;
  unsigned threads = 1;            // that answer questions
  std::size_t most_waiting = 256;  // questions
  std::uint64_t memory = 0;        // bytes of all answers on their way
  std::uint64_t beside = 0;        // what else of --memory there is
  bool is_socket = false;          // of the file system: whoever reaches it may name it as he likes
  bool logs = true;                // a line a request on standard error, without any text or id of a document
  double deadline = 300;           // seconds until an answer must have begun
  double rate = 0;                 // requests a second of one token whose line says nothing else; 0: any
};

class Service final : public Handler {
 public:
  // Both must outlive it.
  Service(ServedIndexes& indexes, const Shelf& shelf, ServiceOptions options);
  // Answers what waits; nothing may be handed to it any more.
  void finish() {
    questions_.reset();
    slow_.reset();
  }

  std::optional<Response> admit(const Request& head) override;
  void handle(Request request, Respond respond) override;
  void go_on(std::shared_ptr<Pieces> pieces, Given given) override;
  void tell(const Answered& answered) override;
  void begin_to_end() override { ending_ = true; }

 private:
  std::optional<Response> refuse_stranger(const Request& head) const;
  std::optional<Response> refuse_role(const Route& route, const Request& head, const Caller& caller) const;
  std::optional<Response> refuse_index(const Route& route, std::string_view name, const Caller& caller) const;
  std::optional<Response> refuse_rate(const Caller& caller);
  Response answer_itself(const Route& route, const Caller& caller) const;
  base::Deadline::Time deadline_of(const Route& route) const;
  engine::run::LimitOptions limits_of_an_answer() const;
  void change(const Route& route, Call call, const Respond& answer);

  ServedIndexes& indexes_;
  const Shelf& shelf_;
  ServiceOptions options_;
  Metrics metrics_;  // of the server's thread
  Rates rates_;      // too
  std::atomic<bool> ending_ = false;
  std::unique_ptr<WorkQueue> questions_;
  std::unique_ptr<WorkQueue> slow_;  // one after the other
};

}  // namespace textkin::serve
