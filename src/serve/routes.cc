#include "serve/routes.h"

#include <algorithm>
#include <array>

#include "serve/changes.h"
#include "serve/questions.h"

namespace textkin::serve {
namespace {

using Names = std::string_view;

constexpr std::array<Names, 7> kOfQuery{"id", "threshold", "recall", "top", "as_of", "where", "not"};
constexpr std::array<Names, 7> kOfPassages{"id", "as_of", "where", "not", "max_gap", "min_length", "common"};
constexpr std::array<Names, 4> kOfAdd{"on_same_id", "unless_similar", "checkpoint", "added_at"};

constexpr std::array<Route, 12> kRoutes{{
    {"GET", "/healthz", Role::kNobody, Body::kNone, {}, nullptr, nullptr},
    {"GET", "/readyz", Role::kNobody, Body::kNone, {}, nullptr, nullptr},
    {"GET", "/metrics", Role::kReader, Body::kNone, {}, nullptr, nullptr},
    {"GET", "/v1/indexes", Role::kReader, Body::kNone, {}, list_indexes, nullptr},
    {"GET", "/v1/indexes/{name}", Role::kReader, Body::kNone, {}, show_stats, nullptr},
    {"POST", "/v1/indexes/{name}/query", Role::kReader, Body::kLinesOrText, kOfQuery, query, nullptr},
    {"POST", "/v1/indexes/{name}/passages", Role::kReader, Body::kLinesOrText, kOfPassages, passages, nullptr},
    {"POST", "/v1/indexes/{name}/documents", Role::kWriter, Body::kLinesOnly, kOfAdd, nullptr, add_documents},
    {"POST", "/v1/indexes/{name}/remove", Role::kWriter, Body::kText, {}, nullptr, remove_documents},
    {"GET", "/v1/indexes/{name}/documents/{id}", Role::kReader, Body::kNone, {}, get_document, nullptr},
    {"PUT", "/v1/indexes/{name}/documents/{id}", Role::kWriter, Body::kText, kOfAdd, nullptr, put_document},
    {"DELETE", "/v1/indexes/{name}/documents/{id}", Role::kWriter, Body::kNone, {}, nullptr, delete_document},
}};

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
