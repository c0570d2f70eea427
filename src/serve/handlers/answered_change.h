// AnsweredChange: a change of an index that a request asks for, and its answer.
#pragma once

#include <chrono>
#include <cstdint>

#include "engine/index/write_session.h"
#include "serve/handlers/call.h"
#include "serve/http/http_server.h"
#include "serve/indexes/hosted_index.h"
#include "textkin/status.h"

namespace textkin::serve {

// Made only where the index is at the sequence that `if_sequence` names; 409 else. What goes wrong is answered here.
// Where the time of the request ends before all of it is in the batch, it is not made, and answered 504; what is in the
// batch is made, however long the disk takes.
class AnsweredChange : public Change {
 public:
  AnsweredChange(Call call, Handler::Respond respond);

  bool alone() const override { return call_.parameters.text("if_sequence").has_value(); }
  bool is_late() const override { return std::chrono::steady_clock::now() >= call_.until; }
  Status apply(engine::index::WriteSession& session) final;
  void done(const Result<std::uint64_t>& sequence) final;

 protected:
  virtual Status make(engine::index::WriteSession& session) = 0;
  virtual Response answer(std::uint64_t sequence) = 0;
  Call call_;

 private:
  Handler::Respond respond_;
  bool conflict_ = false;
};

}  // namespace textkin::serve
