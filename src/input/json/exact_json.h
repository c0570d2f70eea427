// ExactJson: the second, slower reader of JSON objects, for what simdjson refuses: numbers that fit no 64-bit integer
// and no double, depth beyond 1024, numbers whose spelling is wanted, and lines of which simdjson would hold 14 times
// as much. Private to JsonRecord. Memory: a copy of the line, in which strings are decoded where they stand, and 8 MB
// of nesting at most. Cost: some 3 ns a byte.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "input/json/json_field.h"

namespace textkin::input {

class ExactJson {
 public:
  // Fills fields[i] with the value of the top-level key names[i]; numbers have their spelling in `text` too. Views live
  // until the next call, or forget(), and as long as `line`, which is UTF-8. `error` says why the line is broken, or
  // which of the names is there twice.
  JsonVerdict read(std::string_view line, std::span<const std::string> names, std::span<JsonField> fields,
                   std::string_view& error);

  // Frees the memory of the last line.
  void forget();

 private:
  std::string masked_;
};

}  // namespace textkin::input
