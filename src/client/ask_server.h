// ask_server: what is alike to the documents of an INPUT in an index behind a server.
#pragma once

#include <string>

#include "client/http_client.h"
#include "engine/index_ask/query.h"
#include "engine/run/options.h"
#include "engine/write/results.h"
#include "textkin/progress.h"
#include "textkin/run_stats.h"
#include "textkin/status.h"

namespace textkin::client {

// As engine::index_ask::query(). `estimates`: the index keeps neither texts nor sets. Memory: that of the rows goes to
// disk where there are many, but for intervals of estimates and `wanted.answers`.
Result<RunStats> query_server(HttpClient& client, bool estimates, const engine::run::RunOptions& asked,
                              const engine::index_ask::QueryOptions& wanted, engine::write::Results& results,
                              Progress& progress);

}  // namespace textkin::client
