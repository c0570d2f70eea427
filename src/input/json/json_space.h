// is_json_space: what may stand between the parts of JSON (RFC 8259). Private to this room.
#pragma once

namespace textkin::input {

inline bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace textkin::input
