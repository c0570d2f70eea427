#include "client/server_place.h"

#include <charconv>

#include "client/add_to_server.h"
#include "client/ask_server.h"
#include "client/row_lines.h"

namespace textkin::client {

Result<report::IndexStats> ServerPlace::stats_now() {
  TEXTKIN_ASSIGN_OR_RETURN(
      const HttpAnswer answer,
      client_.ask({.method = "GET", .target = client_.address().path, .type = {}, .body = {}}, nullptr));
  return stats_in(name(), answer.body);
}

Result<engine::index::AddCounts> ServerPlace::add(const engine::run::ReadOptions& asked,
                                                  const engine::index::AddOptions& wanted, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const report::IndexStats stats, stats_now());
  std::vector<std::string> fields;
  for (const auto& [option, value] : stats.options)
    if (option == "--field") fields.push_back(value);
  return add_to_server(client_, fields, asked, wanted, progress);
}

Result<RunStats> ServerPlace::query(const engine::run::RunOptions& asked, const engine::index_ask::QueryOptions& wanted,
                                    engine::write::Results& results, Progress& progress) {
  engine::run::RunOptions there = asked;
  if (wanted.top > 0 && !wanted.names_threshold) {  // then the least that the index answers, here as there
    TEXTKIN_ASSIGN_OR_RETURN(const report::IndexStats stats, stats_now());
    for (const auto& [option, value] : stats.options)
      if (option == "--least") std::from_chars(value.data(), value.data() + value.size(), there.search.threshold);
  }
  return query_server(client_, there, wanted, results, progress);
}

}  // namespace textkin::client
