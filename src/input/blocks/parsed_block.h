// ParsedBlock: the documents of one block, and what is to be told of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "input/blocks/file_traces.h"
#include "input/blocks/problem.h"
#include "textkin/document.h"
#include "textkin/field_value.h"

namespace textkin::input {

// What a reader should know of a document's text: what was left out of it, how its letters were read.
struct Note {
  std::uint32_t source = 0;
  std::string text;      // one line for a person
  bool is_flag = false;  // of what the writer did; else of how it was read
};

struct ParsedBlock {
  std::vector<Document> documents;  // in order; views into `storage` or the Block
  // Of each document as many as there are value_fields, in their order; their texts live as long as this.
  std::vector<FieldValue> values;
  std::vector<Problem> problems;
  std::vector<Note> notes;
  std::vector<FileTraces> traces;
  bool extracted = false;               // by a process of its own: what is in it, or a problem
  std::vector<std::uint32_t> as_bytes;  // sources of files that are more than text and whose bytes are the text
  std::uint64_t repaired = 0;           // documents in which U+FFFD takes the place of what is no Unicode
  std::vector<std::unique_ptr<char[]>> storage;
};

}  // namespace textkin::input
