// add_to_server: documents of an INPUT into an index behind a server.
#pragma once

#include <string>
#include <vector>

#include "client/http_client.h"
#include "engine/index/add.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::client {

// As engine::index::add(): each piece is a batch, all of it or nothing, the checkpoints with the last one. An error
// says how many documents are in it and, where a connection broke, of which it is not known. `fields`: that the index
// keeps.
Result<engine::index::AddCounts> add_to_server(HttpClient& client, const std::vector<std::string>& fields,
                                               const engine::run::ReadOptions& asked,
                                               const engine::index::AddOptions& wanted, Progress& progress);

}  // namespace textkin::client
