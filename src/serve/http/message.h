// Request and Response: what a handler gets and gives. They know no socket.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "textkin/status.h"

namespace textkin::serve {

struct Request {
  std::string id;  // of this request, for its answer and the log
  std::string method;
  std::string target;  // as it was sent: path, and perhaps a question mark and parameters
  std::string host;
  std::string origin;
  std::string authorization;
  std::string content_type;
  std::string content_encoding;
  bool has_body = false;
  bool has_condition = false;  // If-Match, If-None-Match or If-Unmodified-Since
  std::string body;
};

// A body that comes piece by piece, so that no memory holds all of it.
class Pieces {
 public:
  virtual ~Pieces() = default;
  // Appends the next one; nothing: there is no more. It may take its time. After an error the connection ends without
  // the end of the body, so that nobody takes what he has for all.
  virtual Status next(std::string& out) = 0;
  // Whether they come of work that ends when this goes: then give() is called in place of next(), and calls `given`
  // once, from any thread, when the next one is there.
  using Given = std::function<void(Result<std::string> piece)>;
  virtual bool is_work() const { return false; }
  virtual void give(Given /*given*/) {}  // NOLINT(performance-unnecessary-value-param): who overrides it keeps it
};

struct Response {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body;
  std::shared_ptr<Pieces> pieces = nullptr;                 // instead of the body
  std::vector<std::pair<std::string, std::string>> fields;  // of the head, besides
  std::string_view route;                                   // of the table of routes, for the log; empty: none
};

inline constexpr std::string_view kJson = "application/json";
inline constexpr std::string_view kLines = "application/x-ndjson";
inline constexpr std::string_view kPlainText = "text/plain";
inline constexpr std::string_view kForm = "multipart/form-data";

}  // namespace textkin::serve
