// Request and Response: what a handler gets and gives. They know no socket.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace textkin::serve {

struct Request {
  std::string id;  // of this request, for its answer and the log
  std::string method;
  std::string target;  // as it was sent: path, and perhaps a question mark and parameters
  std::string host;
  std::string origin;
  std::string authorization;
  std::string content_type;
  bool has_body = false;
  std::string body;
};

struct Response {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> fields;  // of the head, besides
  std::string_view route;                                   // of the table of routes, for the log; empty: none
};

inline constexpr std::string_view kLines = "application/x-ndjson";
inline constexpr std::string_view kPlainText = "text/plain";

}  // namespace textkin::serve
