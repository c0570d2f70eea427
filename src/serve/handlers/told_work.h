// tell_work: an answer to long work that says how far it is, and ends the work when nobody waits for it any more.
#pragma once

#include <functional>
#include <string>

#include "serve/http/http_server.h"
#include "serve/http/message.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::serve {

// Responds with `head`, whose body are lines of JSON: {"stage": S, "done": N, "total": N} each time that the work is
// further, and last {"answer": TEXT} or {"problem": P}, P being what the answer would have been without lines. Then
// does the work, in this thread. Where the connection ends before, so does the work, with kInterrupted. Memory: the
// answer twice.
void tell_work(Response head, const Handler::Respond& respond,
               const std::function<Result<std::string>(Progress& progress)>& work);

}  // namespace textkin::serve
