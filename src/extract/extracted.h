// Extracted: the text of a file as a person who opens it would read it, and what is to be known of it besides.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/status.h"

namespace textkin::extract {

// What a file says of how it was made, each a line of printable text; empty where it does not say.
struct Traces {
  std::string author;
  std::string last_saved_by;
  std::string created;
  std::string modified;
  std::string program;
  std::vector<std::uint32_t> revisions;  // ids of Word's sessions of writing (rsid); copies of a file share them
};

struct Extracted {
  std::string text;  // UTF-8 without byte order mark
  // For a person, a line each. How it was read: "read as WINDOWS-1251, by its look";
  std::vector<std::string> notes;
  // and what its writer did that a reader does not see: "hidden text: 12 words, left out".
  std::vector<std::string> flags;
  Traces traces = {};  // where Limits ask for them
};

// What a file may cost. More is refused.
struct Limits {
  std::uint64_t unpacked = 64u << 20;  // bytes of a part of a packed file
  std::uint32_t depth = 4000;          // of elements within elements
  std::uint32_t attributes = 500;      // of one element
  double seconds = 60;                 // of a program that is asked
  std::string pdf_program;             // the full path of pdftotext; empty: where the system has it
  bool traces = false;                 // wanted
  // Whether this process, which has one thread, is there for this file alone and is confined while another program
  // reads it; that one always is (base/processes/confinement.h).
  bool confined = false;
};

// A file that cannot be read, kBadInput: `what` ends the sentence "FILE: not extracted: ...".
inline Status not_extracted(std::string what) { return Status(Code::kBadInput, std::move(what)); }

}  // namespace textkin::extract
