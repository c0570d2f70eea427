// Metrics: how many requests were answered, how, and how fast, as Prometheus reads it (text format 0.0.4).
//
// Threads: one at a time, that of the server. Memory: a line a route and status that was met; nothing of a request.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "serve/handlers/call.h"
#include "serve/http/http_server.h"

namespace textkin::serve {

inline constexpr std::string_view kMetricsType = "text/plain; version=0.0.4";

class Metrics {
 public:
  void count(const Answered& answered);
  // Of all requests that were counted, and of the indexes as they are, those that `caller` may know of.
  std::string text(const ServedIndexes& indexes, const Caller& caller) const;

 private:
  static constexpr std::array<double, 10> kBounds{0.0005, 0.001, 0.0025, 0.005, 0.01,
                                                  0.05,   0.1,   0.5,    1,     10};  // seconds

  struct Route {
    std::array<std::uint64_t, kBounds.size()> at_most{};  // requests that took so long
    std::uint64_t requests = 0;
    double seconds = 0;
    std::uint64_t received = 0;
    std::uint64_t sent = 0;
  };

  using Name = std::pair<std::string, std::string_view>;  // method and route
  std::map<Name, Route> routes_;
  std::map<std::pair<Name, unsigned>, std::uint64_t> statuses_;
};

}  // namespace textkin::serve
