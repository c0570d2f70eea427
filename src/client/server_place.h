// ServerPlace: an index behind a server.
//
// Promise: that of IndexPlace. INPUT is read here and sent in pieces; questions that need several are all answered as
// of the sequence of the first. An add that ends in between says which documents are known to be in it, and of which it
// is not known. Errors: HttpClient's. Threads: one at a time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "client/http_client.h"
#include "engine/places/index_place.h"
#include "report/commands/index_stats.h"

namespace textkin::client {

class ServerPlace final : public engine::places::IndexPlace {
 public:
  ServerPlace(ServerAddress address, ClientOptions options) : client_(std::move(address), std::move(options)) {}

  Result<engine::index::AddCounts> add(const engine::run::ReadOptions& asked, const engine::index::AddOptions& wanted,
                                       Progress& progress) override;
  Result<RunStats> query(const engine::run::RunOptions& asked, const engine::index_ask::QueryOptions& wanted,
                         engine::write::Results& results, Progress& progress) override;

 private:
  const std::string& name() const { return client_.address().text; }
  Result<report::IndexStats> stats_now();

  HttpClient client_;
};

}  // namespace textkin::client
