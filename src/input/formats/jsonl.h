// JSONL: each line is a JSON object (RFC 8259), and the text is one of its fields; id and value are others.
//
// A line of white space only is no record. A record without an id, or whose id is null, is called by its place,
// FILE:LINE; a number is an id as it is written. A wanted key that repeats is refused. What is no Unicode, in
// bytes or in escapes, is repaired where that is allowed. Cost: see json_record.h.
#pragma once

#include "input/formats/format.h"

namespace textkin::input {

const Format& jsonl_format();

}  // namespace textkin::input
