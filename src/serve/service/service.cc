#include "serve/service/service.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"
#include "serve/handlers/media_types.h"
#include "serve/handlers/questions.h"
#include "serve/http/problem.h"
#include "serve/service/contract.h"

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
  std::string name(without_port(host));
  for (char& letter : name) letter = base::to_lower(letter);
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

bool is_identity(std::string_view encoding) { return encoding.empty() || encoding == "identity"; }

std::optional<Response> refuse_body(const Route& route, const Request& head) {
  if (head.has_condition && route.change != nullptr)
    return problem(400, "conditions of HTTP (If-Match) are not looked at; say if_sequence=N, or on_same_id=keep");
  if (!is_identity(head.content_encoding)) return problem(415, "send the body as it is, without Content-Encoding");
  if (const std::string_view charset = foreign_charset(head.content_type);
      route.body != Body::kNone && !charset.empty())
    return problem(415, fmt::format("send texts in UTF-8, not in {}; of a page of HTML a <meta> in it may say another "
                                    "charset",
                                    charset));
  const MediaType* const document = document_type(head.content_type);
  switch (route.body) {
    case Body::kNone:
      if (head.has_body) return problem(400, "this takes no body; send none");
      return std::nullopt;
    case Body::kText:
      if (head.has_body && (document == nullptr || !document->suffix.empty()))
        return problem(415, "send the body as Content-Type: text/plain");
      return std::nullopt;
    case Body::kDocument:
      if (document == nullptr) return problem(415, "send one document as Content-Type: " + document_types());
      return std::nullopt;
    case Body::kForm:
      if (!head.content_type.starts_with(kForm))
        return problem(415, "send a form with files, as Content-Type: multipart/form-data");
      return std::nullopt;
    case Body::kLinesOrDocument:
      break;
  }
  if (document != nullptr || is_lines(head.content_type)) return std::nullopt;
  return problem(
      415, "send many documents as lines of JSON, Content-Type: application/x-ndjson, or one as " + document_types());
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

constexpr std::size_t kMostSlow = 16;     // that wait
constexpr double kLongestDeadline = 1e9;  // of a deadline; of more there is none
constexpr std::string_view kStopped = "was stopped";
constexpr const char* kBusy = "more requests wait than the server takes; come again";

// What stops in the midst of its work is answered 503 by whoever did it.
Response in_time(const Call& call, Response (*answer)(const Call& call)) {
  const base::Deadline until(call.until);
  if (base::Deadline::passed()) return too_late(kStopped);
  Response made = answer(call);
  return made.status == 503 && base::Deadline::passed() ? too_late(kStopped) : made;
}

// All of the request that its route needs; a Status says what of it cannot be.
Result<Call> call_of(const Route& route, const PathParts& parts, Request&& request) {
  Call call;
  TEXTKIN_ASSIGN_OR_RETURN(call.parameters, Parameters::parse(parameters_of(request.target)));
  TEXTKIN_RETURN_IF_ERROR(call.parameters.check(route.parameters));
  TEXTKIN_ASSIGN_OR_RETURN(call.id, decoded(parts.id, false));
  std::string valid;
  base::append_valid_utf8(call.id, valid);
  if (valid != call.id)  // answers could not name it
    return Status(Code::kInvalidArgument, "the id in the address is no UTF-8");
  call.request = std::move(request);
  return call;
}

}  // namespace

Service::Service(ServedIndexes& indexes, const Shelf& shelf, ServiceOptions options)
    : indexes_(indexes),
      shelf_(shelf),
      options_(std::move(options)),
      questions_(std::make_unique<WorkQueue>(options_.threads, options_.most_waiting)),
      slow_(std::make_unique<WorkQueue>(1, kMostSlow)) {}

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

std::optional<Response> Service::refuse_role(const Route& route, const Request& head, const Caller& caller) const {
  if (caller.role >= route.role) return std::nullopt;
  if (caller.role != Role::kNobody)
    return problem(403, fmt::format("this token is a {}'s; use one of a {}", word_of(kRoleWords, caller.role),
                                    word_of(kRoleWords, route.role)));
  Response made = problem(401, head.authorization.empty()
                                   ? "send a token: Authorization: Bearer TOKEN"
                                   : "this token is not known; see the file that the server was given with --tokens");
  made.fields.emplace_back("WWW-Authenticate", "Bearer");
  return made;
}

std::optional<Response> Service::refuse_index(const Route& route, std::string_view name, const Caller& caller) const {
  const bool makes = route.method == "PUT" && route.path == "/v1/indexes/{name}";
  if (makes && !caller.indexes.empty()) return problem(403, "this token is for some indexes alone, and makes none");
  if (name.empty() || makes) return std::nullopt;
  const SharedIndex hosted = caller.may_see(name) ? indexes_.find(name) : nullptr;
  if (hosted == nullptr && caller.may_see(name) && indexes_.is_broken(name))
    return problem(503, "this index could not be opened; who runs the server was told why");
  if (hosted == nullptr)
    return problem(404, "there is no index of this name, or not for who asks; GET /v1/indexes lists what is");
  if ((route.change != nullptr || route.role == Role::kAdmin) && hosted->read_only())
    return problem(403, "this index is served for reading only");
  return std::nullopt;
}

std::optional<Response> Service::refuse_rate(const Caller& caller) {
  const double rate = caller.rate > 0 ? caller.rate : options_.rate;
  if (rate <= 0 || caller.role == Role::kNobody) return std::nullopt;
  const std::uint32_t seconds = rates_.take(caller.token, rate, Rates::Clock::now());
  return seconds == 0 ? std::nullopt : std::optional<Response>(too_often(seconds));
}

std::optional<Response> Service::admit(const Request& head) {
  if (std::optional<Response> refused = refuse_stranger(head)) return refused;
  const Found found = find_route(head);
  if (found.route == nullptr && found.others.empty())
    return problem(404, "there is nothing at this address; GET /openapi.yaml tells what is");
  if (found.route == nullptr) {
    Response made = problem(
        405, fmt::format("this address does not take {}; it takes {}", head.method.substr(0, 20), found.others));
    made.fields.emplace_back("Allow", found.others);
    return made;
  }
  const Route& route = *found.route;
  const Caller caller = options_.access.caller_of(head.authorization);
  std::optional<Response> refused;
  if (route.role != Role::kNobody) refused = refuse_rate(caller);
  if (!refused) refused = refuse_role(route, head, caller);
  if (!refused) refused = refuse_body(route, head);
  if (!refused) refused = refuse_index(route, found.parts.name, caller);
  if (refused) return with_route(std::move(*refused), route);
  if (route.answer != nullptr || route.change != nullptr || route.work != nullptr) return std::nullopt;
  return with_route(answer_itself(route, caller), route);
}

Response Service::answer_itself(const Route& route, const Caller& caller) const {
  if (route.path == "/readyz" && ending_) return busy("the server is about to end");
  Response made;
  if (route.path == "/metrics") {
    made.type = kMetricsType;
    made.body = metrics_.text(indexes_, caller);
  } else if (route.path == "/openapi.yaml") {
    made.type = "application/yaml";
    made.body = kContract;
  } else {
    made.body = "{\"status\":\"ok\"}\n";
  }
  return made;
}

// Many are on their way at once. What is told of its memory is said of --memory.
engine::run::LimitOptions Service::limits_of_an_answer() const {
  const std::uint64_t memory = options_.memory / (options_.threads + indexes_.size() + 1);
  return {.threads = 1, .memory = memory, .run_dir = {}, .beside = options_.memory - memory + options_.beside};
}

base::Deadline::Time Service::deadline_of(const Route& route) const {
  if (route.upkeep || options_.deadline >= kLongestDeadline) return base::Deadline::kNever;
  return Rates::Clock::now() +
         std::chrono::duration_cast<Rates::Clock::duration>(std::chrono::duration<double>(options_.deadline));
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
  call.caller = options_.access.caller_of(call.request.authorization);
  call.by_token = options_.access.asks_for_tokens();
  call.indexes = &indexes_;
  call.name = name;
  if (!name.empty()) call.index = indexes_.find(name);
  call.shelf = &shelf_;
  if (!name.empty() && call.index == nullptr && route.role != Role::kAdmin)
    return answer(problem(404, "this index was removed meanwhile"));
  call.until = deadline_of(route);
  call.limits = limits_of_an_answer();
  if (route.change != nullptr) return change(route, std::move(call), answer);
  const auto shared = std::make_shared<Call>(std::move(call));
  // What reads all texts is not to keep others waiting.
  const auto is_asked = [&](std::string_view name) { return shared->parameters.text(name) == "true"; };
  WorkQueue& queue = route.upkeep || is_asked("exact") || is_asked("check") ? *slow_ : *questions_;
  const auto work = [shared, answer, &route] {
    if (route.work != nullptr && shared->parameters.text("progress") == "yes") return route.work(*shared, answer);
    answer(in_time(*shared, route.answer));
  };
  if (!queue.offer(work)) answer(busy(kBusy));
}

// What is more than text becomes its text in the threads that answer, for the one that writes is everybody's.
void Service::change(const Route& route, Call call, const Respond& answer) {
  const auto offer = [&route](Call text, const Respond& respond) {
    const SharedIndex index = text.index;
    if (!index->offer(route.change(std::move(text), respond))) respond(busy(kBusy));
  };
  const MediaType* const type = document_type(call.request.content_type);
  if (route.body == Body::kNone || type == nullptr || type->suffix.empty()) return offer(std::move(call), answer);
  const auto shared = std::make_shared<Call>(std::move(call));
  const bool taken = questions_->offer([shared, answer, offer] {
    const Response text = in_time(*shared, extract_text);
    if (text.status != 200) return answer(text);
    if (text.body.empty()) return answer(problem(400, "no text was found in the body; if it is a scan, send its text"));
    shared->request.body = text.body;
    shared->request.content_type = kPlainText;
    offer(std::move(*shared), answer);
  });
  if (!taken) answer(busy(kBusy));
}

void Service::go_on(std::shared_ptr<Pieces> pieces, Given given) {
  if (pieces->is_work()) return pieces->give(std::move(given));
  questions_->put([pieces = std::move(pieces), given = std::move(given)] {
    std::string piece;
    const Status status = pieces->next(piece);
    if (status.ok())
      given(std::move(piece));
    else
      given(status);
  });
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
