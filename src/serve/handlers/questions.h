// Questions: the handlers that only read. Each answers what the command of its name prints, byte by byte.
//
// Threads: any number at once. Errors are answers too.
#pragma once

#include "serve/handlers/call.h"
#include "serve/http/message.h"

namespace textkin::serve {

Response list_indexes(const Call& call);
Response show_caller(const Call& call);       // the role of who asks, and what he may see
Response show_stats(const Call& call);        // index stats --format json
Response get_document(const Call& call);      // index get
Response list_documents(const Call& call);    // index list --format jsonl, a part of it
Response export_documents(const Call& call);  // index export
Response query(const Call& call);             // index query --format jsonl
Response passages(const Call& call);          // index passages --format jsonl
Response report(const Call& call);            // index report
Response extract_text(const Call& call);      // extract

}  // namespace textkin::serve
