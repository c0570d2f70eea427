#include "serve/service/metrics.h"

#include <fmt/format.h>

namespace textkin::serve {
namespace {

void begin(std::string_view name, std::string_view type, std::string_view help, std::string& out) {
  out += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

std::string labels(const std::pair<std::string, std::string_view>& name) {
  return fmt::format(R"(method="{}",route="{}")", name.first, name.second);
}

}  // namespace

void Metrics::count(const Answered& answered) {
  // What found no route is one line, whatever strangers call it.
  const Name name{answered.route.empty() ? std::string() : answered.method, answered.route};
  Route& route = routes_[name];
  for (std::size_t i = 0; i < kBounds.size(); ++i) route.at_most[i] += answered.seconds <= kBounds[i];
  ++route.requests;
  route.seconds += answered.seconds;
  route.received += answered.received;
  route.sent += answered.sent;
  ++statuses_[{name, answered.status}];
}

std::string Metrics::text(const ServedIndexes& served, const Caller& caller) const {
  std::string out;
  auto indexes = served.all();
  std::erase_if(indexes, [&](const auto& one) { return !caller.may_see(one.first); });
  begin("textkin_requests_total", "counter", "requests that were answered", out);
  for (const auto& [key, requests] : statuses_)
    out += fmt::format("textkin_requests_total{{{},status=\"{}\"}} {}\n", labels(key.first), key.second, requests);
  begin("textkin_request_seconds", "histogram", "from when a request was there until its answer was taken", out);
  for (const auto& [name, route] : routes_) {
    for (std::size_t i = 0; i < kBounds.size(); ++i)
      out += fmt::format("textkin_request_seconds_bucket{{{},le=\"{}\"}} {}\n", labels(name), kBounds[i],
                         route.at_most[i]);
    out += fmt::format("textkin_request_seconds_bucket{{{},le=\"+Inf\"}} {}\n", labels(name), route.requests);
    out += fmt::format("textkin_request_seconds_sum{{{}}} {}\n", labels(name), route.seconds);
    out += fmt::format("textkin_request_seconds_count{{{}}} {}\n", labels(name), route.requests);
  }
  begin("textkin_received_bytes_total", "counter", "of bodies of requests", out);
  for (const auto& [name, route] : routes_)
    out += fmt::format("textkin_received_bytes_total{{{}}} {}\n", labels(name), route.received);
  begin("textkin_sent_bytes_total", "counter", "of bodies of answers", out);
  for (const auto& [name, route] : routes_)
    out += fmt::format("textkin_sent_bytes_total{{{}}} {}\n", labels(name), route.sent);
  begin("textkin_waiting_changes", "gauge", "changes that wait for the writer of an index", out);
  for (const auto& [name, index] : indexes)
    out += fmt::format("textkin_waiting_changes{{index=\"{}\"}} {}\n", name, index->waiting());
  begin("textkin_sequence", "gauge", "of an index, as it was last acknowledged here", out);
  for (const auto& [name, index] : indexes)
    out += fmt::format("textkin_sequence{{index=\"{}\"}} {}\n", name, index->acknowledged());
  return out;
}

}  // namespace textkin::serve
