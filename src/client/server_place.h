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

  Status create(const engine::index::IndexSpec& spec, const engine::run::LimitOptions& limits) override;
  Status merge(const engine::run::LimitOptions& limits) override;
  Status verify(bool deep, const engine::run::LimitOptions& limits) override;

  Result<engine::index::AddCounts> add(const engine::run::ReadOptions& asked, const engine::index::AddOptions& wanted,
                                       Progress& progress) override;
  Result<RunStats> query(const engine::run::RunOptions& asked, const engine::index_ask::QueryOptions& wanted,
                         engine::write::Results& results, Progress& progress) override;
  Result<engine::index::RemoveCounts> remove(const engine::index::RemoveOptions& wanted,
                                             const engine::run::LimitOptions& limits) override;
  Result<PassageStats> passages(const engine::run::ReadOptions& asked, const engine::index_passages::KeptOptions& kept,
                                const engine::passages::PassagesOptions& wanted, engine::write::Results& results,
                                Progress& progress) override;
  Result<PassageStats> report(const engine::run::ReadOptions& asked, const engine::index_passages::KeptOptions& kept,
                              const engine::commands::ReportOptions& wanted, engine::write::Results& results,
                              Progress& progress) override;
  Status get(const engine::care::ShowOptions& wanted, const std::vector<std::string>& ids,
             const engine::run::LimitOptions& limits) override;
  Status list(const engine::care::ShowOptions& wanted, const engine::run::LimitOptions& limits) override;
  Status write_all(const engine::care::ShowOptions& wanted, const engine::run::LimitOptions& limits) override;
  Status stats(const engine::care::ShowOptions& wanted, const engine::run::LimitOptions& limits,
               engine::write::Results& results) override;

  // What is in it now.
  Result<report::IndexStats> stats_now();
  Result<bool> has(const std::string& id);

 private:
  const std::string& name() const { return client_.address().text; }
  Result<std::string> document(const std::string& id);                // its line; empty: there is none
  Result<HttpAnswer> change(std::string method, std::string target);  // without a body
  Result<HttpAnswer> look(std::string target, const HttpClient::Take& take = nullptr);

  HttpClient client_;
};

}  // namespace textkin::client
