#include "serve/service/routes.h"

#include <algorithm>
#include <array>

#include "serve/handlers/changes.h"
#include "serve/handlers/desk_routes.h"
#include "serve/handlers/questions.h"
#include "serve/handlers/upkeep.h"

namespace textkin::serve {
namespace {

using Names = std::string_view;

constexpr std::array<Names, 12> kOfQuery{"id",  "threshold", "recall",  "top",       "as_of",   "where",
                                         "not", "exact",     "measure", "contained", "answers", "check"};
constexpr std::array<Names, 10> kOfPassages{"id",         "as_of",  "where",   "not",       "max_gap",
                                            "min_length", "common", "exclude", "shared_by", "templates"};
constexpr std::array<Names, 13> kOfReport{"id",         "as_of",     "where",     "not",    "max_gap",
                                          "min_length", "common",    "exclude",   "format", "within",
                                          "shared_by",  "templates", "pseudonyms"};
constexpr std::array<Names, 6> kOfList{"where", "not", "prefix", "after", "as_of", "limit"};
constexpr std::array<Names, 6> kOfAdd{"id", "on_same_id", "unless_similar", "checkpoint", "added_at", "if_sequence"};
constexpr std::array<Names, 5> kOfPut{"on_same_id", "unless_similar", "checkpoint", "added_at", "if_sequence"};
constexpr std::array<Names, 14> kOfMake{"least",     "recall",  "passages",    "store",     "field",
                                        "normalize", "tokens",  "shingle",     "stem",      "fingerprint",
                                        "multiset",  "weights", "weight_unit", "stop_words"};
constexpr std::array<Names, 1> kOfRemoval{"confirm"};
constexpr std::array<Names, 1> kOfVerify{"deep"};
constexpr std::array<Names, 1> kOfExport{"times"};
constexpr std::array<Names, 4> kOfRemove{"where", "not", "older_than", "if_sequence"};
constexpr std::array<Names, 1> kOfDelete{"if_sequence"};

constexpr Route kRoutes[]{
    {"GET", "/", Role::kNobody, Body::kNone, {}, show_page, nullptr},
    {"GET", "/page.css", Role::kNobody, Body::kNone, {}, show_page, nullptr},
    {"GET", "/page.js", Role::kNobody, Body::kNone, {}, show_page, nullptr},
    {"GET", "/icon.svg", Role::kNobody, Body::kNone, {}, show_page, nullptr},
    {"GET", "/frame.html", Role::kNobody, Body::kNone, {}, show_page, nullptr},
    {"GET", "/healthz", Role::kNobody, Body::kNone, {}, nullptr, nullptr},
    {"GET", "/readyz", Role::kNobody, Body::kNone, {}, nullptr, nullptr},
    {"GET", "/openapi.yaml", Role::kNobody, Body::kNone, {}, nullptr, nullptr},
    {"GET", "/metrics", Role::kReader, Body::kNone, {}, nullptr, nullptr},
    {"GET", "/v1/me", Role::kReader, Body::kNone, {}, show_caller, nullptr},
    {"POST", "/v1/text", Role::kReader, Body::kDocument, {}, extract_text, nullptr},
    {"GET", "/v1/indexes", Role::kReader, Body::kNone, {}, list_indexes, nullptr},
    {"GET", "/v1/indexes/{name}", Role::kReader, Body::kNone, {}, show_stats, nullptr},
    {"PUT", "/v1/indexes/{name}", Role::kAdmin, Body::kNone, kOfMake, make_index, nullptr, true},
    {"DELETE", "/v1/indexes/{name}", Role::kAdmin, Body::kNone, kOfRemoval, remove_index, nullptr, true},
    {"POST", "/v1/indexes/{name}/verify", Role::kWriter, Body::kNone, kOfVerify, verify_index, nullptr, true},
    {"POST", "/v1/indexes/{name}/merge", Role::kWriter, Body::kNone, {}, nullptr, merge_index, true},
    {"GET", "/v1/indexes/{name}/snapshot", Role::kWriter, Body::kNone, {}, nullptr, snapshot_index, true},
    {"POST", "/v1/indexes/{name}/query", Role::kReader, Body::kLinesOrDocument, kOfQuery, query, nullptr},
    {"POST", "/v1/indexes/{name}/passages", Role::kReader, Body::kLinesOrDocument, kOfPassages, passages, nullptr},
    {"POST", "/v1/indexes/{name}/report", Role::kReader, Body::kLinesOrDocument, kOfReport, report, nullptr},
    {"POST", "/v1/indexes/{name}/class", Role::kReader, Body::kForm, kOfClass, compare_class, nullptr, false,
     tell_class},
    {"GET", "/v1/indexes/{name}/marks", Role::kReader, Body::kNone, {}, list_marks, nullptr},
    {"POST", "/v1/indexes/{name}/marks", Role::kWriter, Body::kLinesOrDocument, {}, keep_marks, nullptr},
    {"GET", "/v1/indexes/{name}/export", Role::kReader, Body::kNone, kOfExport, export_documents, nullptr},
    {"GET", "/v1/indexes/{name}/documents", Role::kReader, Body::kNone, kOfList, list_documents, nullptr},
    {"POST", "/v1/indexes/{name}/documents", Role::kWriter, Body::kLinesOrDocument, kOfAdd, nullptr, add_documents},
    {"POST", "/v1/indexes/{name}/remove", Role::kWriter, Body::kText, kOfRemove, nullptr, remove_documents},
    {"GET", "/v1/indexes/{name}/documents/{id}", Role::kReader, Body::kNone, {}, get_document, nullptr},
    {"PUT", "/v1/indexes/{name}/documents/{id}", Role::kWriter, Body::kDocument, kOfPut, nullptr, put_document},
    {"DELETE", "/v1/indexes/{name}/documents/{id}", Role::kWriter, Body::kNone, kOfDelete, nullptr, delete_document},
};

std::string_view take_part(std::string_view& path) {
  const std::size_t end = std::min(path.find('/'), path.size());
  const std::string_view part = path.substr(0, end);
  path.remove_prefix(std::min(end + 1, path.size()));
  return part;
}

}  // namespace

std::span<const Route> routes() { return kRoutes; }

bool is_of(std::string_view pattern, std::string_view path, PathParts& parts) {
  if (std::ranges::count(pattern, '/') != std::ranges::count(path, '/')) return false;
  while (!pattern.empty() || !path.empty()) {
    const std::string_view wanted = take_part(pattern);
    const std::string_view part = take_part(path);
    if (wanted == "{name}")
      parts.name = part;
    else if (wanted == "{id}")
      parts.id = part;
    else if (wanted != part)
      return false;
    if (wanted.starts_with('{') && part.empty()) return false;
  }
  return true;
}

}  // namespace textkin::serve
