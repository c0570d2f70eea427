// Problems: answers that say what went wrong, as application/problem+json (RFC 9457).
#pragma once

#include <cstdint>
#include <string_view>

#include "serve/http/message.h"
#include "textkin/status.h"

namespace textkin::serve {

// `detail`: one line for a person: what went wrong, and what to do.
Response problem(unsigned status, std::string_view detail);

// The same for what the engine says: 400, 404, 413, 500 or 503, by its code.
Response problem(const Status& status);

// 503 that says when to come again.
Response busy(std::string_view detail);

// 504: the time that a request has was over before its answer began; `what` became of it then.
Response too_late(std::string_view what);

// 429: so many seconds, at least 1, until the next one may come.
Response too_often(std::uint32_t seconds);

}  // namespace textkin::serve
