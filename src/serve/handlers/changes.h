// Changes: the handlers that write. Each makes a Change for the thread of its index, which answers when it is on the
// disk.
#pragma once

#include <memory>

#include "serve/handlers/call.h"
#include "serve/http/http_server.h"
#include "serve/indexes/hosted_index.h"

namespace textkin::serve {

// Lines of JSON, all or none: a row a document as of index add --results, then a line with the counts and the sequence.
std::unique_ptr<Change> add_documents(Call call, Handler::Respond respond);
// One text under the id of the path; the same lines.
std::unique_ptr<Change> put_document(Call call, Handler::Respond respond);
// An id a line; the counts and the sequence.
std::unique_ptr<Change> remove_documents(Call call, Handler::Respond respond);
// That of the path; 404 where it is not there.
std::unique_ptr<Change> delete_document(Call call, Handler::Respond respond);

}  // namespace textkin::serve
