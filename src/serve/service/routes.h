// Routes: the table of what a server answers: a row is a method, a path, who may ask, what body and parameters it
// takes, and the function that answers. docs/openapi.yaml says the same, and a test holds one against the other.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/handlers/access.h"
#include "serve/handlers/call.h"
#include "serve/http/http_server.h"

namespace textkin::serve {

// What a body may be.
// kDocument: one text, or a file that is more than text. kForm: files.
enum class Body : std::uint8_t { kNone, kText, kDocument, kLinesOrDocument, kForm };

// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order in which a row is read
struct Route {
  std::string_view method;
  std::string_view path;  // {name} and {id} stand for a part, percent-encoded
  Role role;
  Body body;
  std::span<const std::string_view> parameters;
  // One of these: what reads, or what writes; a document that is to be written is its text by then. Neither: the server
  // answers itself.
  Response (*answer)(const Call& call);
  std::unique_ptr<Change> (*change)(Call call, Handler::Respond respond);
  // Takes what it takes, without a deadline; what only reads has a thread of its own, one after the other.
  bool upkeep = false;
  // Of those whose parameter `progress` is yes: goes on behind the beginning of its answer, which no deadline ends.
  void (*work)(const Call& call, const Handler::Respond& respond) = nullptr;
};

std::span<const Route> routes();

// The parts of a path that stand for {name} and {id}, percent-encoded, where it is of that form.
struct PathParts {
  std::string_view name;
  std::string_view id;
};
bool is_of(std::string_view pattern, std::string_view path, PathParts& parts);

}  // namespace textkin::serve
