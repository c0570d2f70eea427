// first_bytes: what the first bytes of a file say of it, where its name says nothing: whether they are JSON records,
// a table, or a file of our own. Private to this room.
//
// People write records as .json, as .txt, or under no suffix at all; and what they call .json is as often one text. So
// the bytes decide: lines that are JSON objects, or an array of them, also in an object of its own, or objects over
// several lines. Cost: opening the file and its first byte, some 3 us; 4 KiB and more of it where it may begin as JSON
// does.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input/blocks/source.h"
#include "textkin/status.h"

namespace textkin::input {

struct FirstBytes {
  enum class Shape : std::uint8_t {
    kOther,   // no JSON objects, or none whose end is among the first 4 MiB
    kLines,   // objects, one a line
    kValues,  // objects in an array, or over several lines
    kObject,  // one object, with one or more arrays of objects: {"data": [...]}
  };
  Shape shape = Shape::kOther;
  bool has_text = false;          // one of the first has the text field, of whatever kind
  std::uint64_t objects = 0;      // that were looked at, 8 at most
  bool table = false;             // they are those of Parquet or Arrow IPC
  bool ours = false;              // they are those of files that textkin keeps
  std::string_view encoding;      // of JSON that is not in UTF-8: "UTF-16"; else empty, and nothing was looked at
  std::vector<std::string> keys;  // of kObject: where those arrays stand
  std::string elsewhere;          // where the text field stands in the first object (json/nested_path.h), if not in it
};

// A file that cannot be read or unpacked is kOther: who reads it says why.
FirstBytes look_at_first_bytes(const Source& source, const std::vector<std::string>& text_fields);

// The same of bytes that are at hand, behind which nothing follows if `ended`; of 4 MiB of them at most.
FirstBytes told_by_bytes(std::string_view bytes, bool ended, const std::vector<std::string>& text_fields);

}  // namespace textkin::input
