#include "serve/http/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "report/text/format.h"

namespace textkin::serve {
namespace {

constexpr std::string_view kComeAgain = "1";  // seconds

std::string_view title_of(unsigned status) {
  switch (status) {
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    default:
      return "Internal Server Error";
  }
}

unsigned status_of(const Status& status) {
  switch (status.code()) {
    case Code::kInvalidArgument:  // the add that must not replace meets what is there
      return status.message().find("is in the index with another text") == std::string::npos ? 400 : 409;
    case Code::kNotFound:
      return 404;
    case Code::kBadInput:  // of the request, but for what the index itself says of its files
      return status.message().find("damaged:") == std::string::npos ? 400 : 500;
    case Code::kExhausted:
      return 413;
    case Code::kInterrupted:
      return 503;
    default:
      return 500;
  }
}

}  // namespace

Response problem(unsigned status, std::string_view detail) {
  Response made{
      .status = status, .type = "application/problem+json", .body = {}, .pieces = {}, .fields = {}, .route = {}};
  made.body = fmt::format(R"({{"type":"about:blank","title":"{}","status":{},"detail":)", title_of(status), status);
  // What somebody sent may stand in it, line feeds too; and it is one line.
  std::string line(detail);
  std::ranges::replace_if(line, [](unsigned char byte) { return byte < 0x20 || byte == 0x7F; }, ' ');
  report::append_json(line, made.body);
  made.body += "}\n";
  return made;
}

Response problem(const Status& status) { return problem(status_of(status), status.message()); }

Response busy(std::string_view detail) {
  Response made = problem(503, detail);
  made.fields.emplace_back("Retry-After", kComeAgain);
  return made;
}

Response too_late(std::string_view what) {
  return problem(504, fmt::format("it took longer than --deadline of the server allows, and {}; ask less at once, or "
                                  "start the server with a longer one",
                                  what));
}

Response too_often(std::uint32_t seconds) {
  Response made =
      problem(429, fmt::format("this token asks more often than it may; come again in {} seconds", seconds));
  made.fields.emplace_back("Retry-After", fmt::format("{}", seconds));
  return made;
}

}  // namespace textkin::serve
