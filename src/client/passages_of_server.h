// passages_of_server: which passages of the documents of an INPUT stand in an index behind a server.
#pragma once

#include "client/http_client.h"
#include "engine/index_passages/index_passages.h"
#include "report/commands/index_stats.h"
#include "textkin/passage.h"
#include "textkin/status.h"

namespace textkin::client {

// As engine::index_passages::passages(). What is common is counted in the index and in each piece of INPUT. `stats`: of
// the index.
Result<PassageStats> passages_of_server(HttpClient& client, const report::IndexStats& stats,
                                        const engine::run::ReadOptions& asked,
                                        const engine::index_passages::KeptOptions& kept,
                                        const engine::passages::PassagesOptions& wanted,
                                        engine::write::Results& results, Progress& progress);

// As engine::index_passages::report(), of INPUT in one piece; the page is made by the server.
Result<PassageStats> report_of_server(HttpClient& client, const engine::run::ReadOptions& asked,
                                      const engine::index_passages::KeptOptions& kept,
                                      const engine::commands::ReportOptions& wanted, Progress& progress);

}  // namespace textkin::client
