// ExactJson: the second, slower reader of JSON objects, for what simdjson refuses: numbers that fit no 64-bit integer
// and no double, depth beyond 1024, and numbers whose spelling is wanted. Private to JsonRecord.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "input/json/json_field.h"

namespace textkin::input {

class ExactJson {
 public:
  ExactJson();
  ~ExactJson();

  // Fills fields[i] with the value of the top-level key names[i]; numbers have their spelling in `text` too. Views live
  // until the next call. `error` says why the line is broken, or which of the names is there twice.
  JsonVerdict read(std::string_view line, std::span<const std::string, 3> names, std::span<JsonField, 3> fields,
                   std::string_view& error);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace textkin::input
