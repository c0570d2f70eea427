#include "input/blocks/valid_utf8.h"

#include <simdjson.h>

#include "base/utf8.h"

namespace textkin::input {

bool valid_utf8(std::string_view bytes) { return simdjson::validate_utf8(bytes.data(), bytes.size()); }

std::string_view repaired_utf8(std::string_view bytes, std::string& room) {
  if (valid_utf8(bytes)) return bytes;
  room.clear();
  base::append_valid_utf8(bytes, room);
  return room;
}

}  // namespace textkin::input
