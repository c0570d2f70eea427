// first_bytes: what the first bytes of a file say of it, where its name says nothing: whether they are JSON records, or a
// table. Private to this room.
//
// People write records as .json, as .txt, or under no suffix at all; and what they call .json is as often one text. So
// the bytes decide: lines that are JSON objects, or an array of them, or objects over several lines. Cost: opening the
// file and its first byte, some 3 us; 4 KiB and more of it where it may begin as JSON does.
#pragma once

#include <cstdint>
#include <string>

#include "input/blocks/source.h"
#include "textkin/status.h"

namespace textkin::input {

struct FirstBytes {
  enum class Shape : std::uint8_t {
    kOther,   // no JSON objects, or none whose end is among the first 4 MiB
    kLines,   // objects, one a line
    kValues,  // objects in an array, or over several lines
  };
  Shape shape = Shape::kOther;
  bool has_text = false;      // one of the first has the text field, of whatever kind
  std::uint64_t objects = 0;  // that were looked at, 8 at most
  bool table = false;         // they are those of Parquet or Arrow IPC
};

// A file that cannot be read or unpacked is kOther: who reads it says why.
FirstBytes look_at_first_bytes(const Source& source, const std::string& text_field);

}  // namespace textkin::input
