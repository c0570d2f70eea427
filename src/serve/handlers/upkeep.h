// Upkeep: the handlers that take their time: they run in a thread of their own, one after the other.
#pragma once

#include <memory>

#include "serve/handlers/call.h"
#include "serve/http/http_server.h"
#include "serve/http/message.h"
#include "serve/indexes/hosted_index.h"

namespace textkin::serve {

Response verify_index(const Call& call);  // index verify
Response make_index(const Call& call);    // index create, below the folder of --indexes; 201
Response remove_index(const Call& call);  // of that folder, where `confirm` is its name once more

// Those of the one who writes: index merge; index snapshot, as a tar archive.
std::unique_ptr<Change> merge_index(Call call, Handler::Respond respond);
std::unique_ptr<Change> snapshot_index(Call call, Handler::Respond respond);

}  // namespace textkin::serve
