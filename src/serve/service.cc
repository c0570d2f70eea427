#include "serve/service.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <utility>
#include <vector>

#include "serve/problem.h"

namespace textkin::serve {
namespace {

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

std::string_view parameters_of(std::string_view target) {
  const std::size_t mark = target.find('?');
  return mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
}

// Of "name:7070" or "[::1]:7070".
std::string_view without_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const bool is_port = colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos;
  return is_port ? host.substr(0, colon) : host;
}

bool is_this_machine(std::string_view host) {
  const std::string_view name = without_port(host);
  return name == "localhost" || name == "[::1]" || name.starts_with("127.");
}

struct Found {
  const Route* route = nullptr;
  PathParts parts;
  std::string others;  // methods that the path has
};

Found find_route(const Request& request) {
  Found found;
  for (const Route& route : routes()) {
    PathParts parts;
    if (!is_of(route.path, path_of(request.target), parts)) continue;
    if (route.method == request.method) return {.route = &route, .parts = parts, .others = {}};
    found.others += (found.others.empty() ? "" : ", ") + std::string(route.method);
  }
  return found;
}

std::optional<Response> refuse_body(const Route& route, const Request& head) {
  const bool lines = head.content_type.starts_with(kLines);
  const bool text = head.content_type.starts_with(kPlainText);
  switch (route.body) {
    case Body::kNone:
      if (head.has_body) return problem(400, "this takes no body; send none");
      return std::nullopt;
    case Body::kText:
      if (!text) return problem(415, "send the body as Content-Type: text/plain");
      return std::nullopt;
    case Body::kLinesOnly:
      if (!lines) return problem(415, "send a line of JSON a document, as Content-Type: application/x-ndjson");
      return std::nullopt;
    case Body::kLinesOrText:
      break;
  }
  if (lines || text) return std::nullopt;
  return problem(415, "send one text as Content-Type: text/plain, or many as lines of JSON, application/x-ndjson");
}

Response with_route(Response response, const Route& route) {
  response.route = route.path;
  return response;
}

std::string time_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

// All of the request that its route needs; a Status says what of it cannot be.
Result<Call> call_of(const Route& route, const PathParts& parts, Request&& request) {
  Call call;
  TEXTKIN_ASSIGN_OR_RETURN(call.parameters, Parameters::parse(parameters_of(request.target)));
  TEXTKIN_RETURN_IF_ERROR(call.parameters.check(route.parameters));
  TEXTKIN_ASSIGN_OR_RETURN(call.id, decoded(parts.id, false));
  call.request = std::move(request);
  return call;
}

}  // namespace

Service::Service(HostedIndexes& indexes, ServiceOptions options)
    : indexes_(indexes),
      options_(std::move(options)),
      questions_(std::make_unique<WorkQueue>(options_.threads, options_.most_waiting)) {}

std::optional<Response> Service::refuse_stranger(const Request& head) const {
  if (!head.origin.empty()) {
    const std::size_t slashes = head.origin.find("//");
    if (slashes == std::string::npos || head.origin.substr(slashes + 2) != head.host)
      return problem(403, "pages of other origins may not ask here; ask from a program, or from a page of this server");
  }
  if (options_.access.asks_for_tokens() || options_.is_socket || is_this_machine(head.host)) return std::nullopt;
  return problem(403,
                 "without tokens this server answers to localhost and 127.0.0.1 alone, not to another name; start "
                 "it with --tokens FILE");
}

std::optional<Response> Service::refuse_role(const Route& route, const Request& head) const {
  const Role role = options_.access.role_of(head.authorization);
  if (role >= route.role) return std::nullopt;
  if (role != Role::kNobody) return problem(403, "this token may only read; use one of a writer");
  Response made = problem(401, head.authorization.empty()
                                   ? "send a token: Authorization: Bearer TOKEN"
                                   : "this token is not known; see the file that the server was given with --tokens");
  made.fields.emplace_back("WWW-Authenticate", "Bearer");
  return made;
}

std::optional<Response> Service::admit(const Request& head) {
  if (std::optional<Response> refused = refuse_stranger(head)) return refused;
  const Found found = find_route(head);
  if (found.route == nullptr && found.others.empty())
    return problem(404, "there is nothing at this address; docs/openapi.yaml lists what is");
  if (found.route == nullptr) {
    Response made = problem(
        405, fmt::format("this address does not take {}; it takes {}", head.method.substr(0, 20), found.others));
    made.fields.emplace_back("Allow", found.others);
    return made;
  }
  const Route& route = *found.route;
  std::optional<Response> refused = refuse_role(route, head);
  if (!refused) refused = refuse_body(route, head);
  if (!refused && !found.parts.name.empty()) {
    const auto hosted = indexes_.find(std::string(found.parts.name));
    if (hosted == indexes_.end())
      refused = problem(404, "there is no index of this name; GET /v1/indexes lists them");
    else if (route.change != nullptr && hosted->second->read_only())
      refused = problem(403, "this index is served for reading only");
  }
  if (refused) return with_route(std::move(*refused), route);
  if (route.answer != nullptr || route.change != nullptr) return std::nullopt;
  return with_route(answer_itself(route), route);
}

Response Service::answer_itself(const Route& route) const {
  if (route.path == "/readyz" && ending_) return busy("the server is about to end");
  Response made;
  if (route.path == "/metrics") {
    made.type = kMetricsType;
    made.body = metrics_.text(indexes_);
  } else {
    made.body = "{\"status\":\"ok\"}\n";
  }
  return made;
}

void Service::handle(Request request, Respond respond) {
  const Found found = find_route(request);
  const Route& route = *found.route;
  const std::string name(found.parts.name);
  Respond answer = [respond = std::move(respond), &route](Response response) {
    respond(with_route(std::move(response), route));
  };
  // The parts are views of the request, which goes into the call.
  const std::string id(found.parts.id);
  Result<Call> made = call_of(route, {.name = name, .id = id}, std::move(request));
  if (!made.ok()) return answer(problem(made.status()));
  Call call = std::move(made).value();
  call.indexes = &indexes_;
  call.index = name.empty() ? nullptr : indexes_.at(name).get();
  call.memory = options_.memory / (options_.threads + indexes_.size());
  constexpr const char* kBusy = "more requests wait than the server takes; come again";
  if (route.change != nullptr) {
    HostedIndex& index = *call.index;
    if (!index.offer(route.change(std::move(call), answer))) answer(busy(kBusy));
    return;
  }
  const auto shared = std::make_shared<Call>(std::move(call));
  if (!questions_->offer([shared, answer, &route] { answer(route.answer(*shared)); })) answer(busy(kBusy));
}

void Service::tell(const Answered& answered) {
  metrics_.count(answered);
  if (!options_.logs) return;
  const std::string line =
      fmt::format(R"({{"time":"{}","request":"{}","method":"{}","route":"{}","status":{},"received":{},"sent":{},)"
                  R"("milliseconds":{:.2f}}})"
                  "\n",
                  time_now(), answered.id, answered.route.empty() ? "" : answered.method, answered.route,
                  answered.status, answered.received, answered.sent, 1000 * answered.seconds);
  std::fputs(line.c_str(), stderr);
}

}  // namespace textkin::serve
