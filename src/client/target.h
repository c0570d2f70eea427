// Target: the path of a request with its parameters.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/server_address.h"
#include "engine/index/where.h"

namespace textkin::client {

class Target {
 public:
  explicit Target(std::string path) : text_(std::move(path)) {}

  Target& with(std::string_view name, std::string_view value) {
    text_ += fmt::format("{}{}={}", has_any_ ? '&' : '?', name, encoded(value));
    has_any_ = true;
    return *this;
  }
  Target& with(const engine::index::WhereOptions& where) {
    for (const std::string& one : where.where) with("where", one);
    for (const std::string& one : where.where_not) with("not", one);
    return *this;
  }

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  bool has_any_ = false;
};

}  // namespace textkin::client
