#include "serve/handlers/answered_change.h"

#include <fmt/format.h>

#include <utility>

#include "base/deadline.h"
#include "serve/http/problem.h"

namespace textkin::serve {

AnsweredChange::AnsweredChange(Call call, Handler::Respond respond)
    : call_(std::move(call)), respond_(std::move(respond)) {}

Status AnsweredChange::apply(engine::index::WriteSession& session) {
  conflict_ = false;
  const base::Deadline until(call_.until);
  if (call_.parameters.text("if_sequence")) {
    std::uint64_t wanted = 0;
    TEXTKIN_RETURN_IF_ERROR(call_.parameters.take("if_sequence", wanted));
    const std::uint64_t is = call_.index->acknowledged();
    conflict_ = is != wanted;
    if (conflict_)
      return Status(Code::kInvalidArgument,
                    fmt::format("the index is at sequence {}, not {}; ask again, and decide anew", is, wanted));
  }
  return make(session);
}

void AnsweredChange::done(const Result<std::uint64_t>& sequence) {
  Response made = sequence.ok() ? answer(*sequence)
                  : conflict_   ? problem(409, sequence.status().message())
                  : sequence.status().code() == Code::kInterrupted && is_late() ? too_late("nothing of it was made")
                                                                                : problem(sequence.status());
  call_.index.reset();  // which may be the last hold on it, and cannot end in its own thread
  std::exchange(respond_, nullptr)(std::move(made));
}

}  // namespace textkin::serve
