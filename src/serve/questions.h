// Questions: the handlers that only read. Each answers what the command of its name prints, byte by byte.
//
// Threads: any number at once. Errors are answers too.
#pragma once

#include "serve/call.h"
#include "serve/message.h"

namespace textkin::serve {

Response list_indexes(const Call& call);
Response show_stats(const Call& call);    // index stats --format json
Response get_document(const Call& call);  // index get
Response query(const Call& call);         // index query --format jsonl
Response passages(const Call& call);      // index passages --format jsonl

}  // namespace textkin::serve
