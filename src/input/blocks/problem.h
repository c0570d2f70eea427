// Problem: a line or file that could not be used. It costs that document, never the run.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace textkin::input {

struct Problem {
  std::string file;        // the source's name
  std::uint64_t line = 0;  // 0: the whole file
  std::string reason;      // a word of the table below
  std::string message;     // one line for a person: FILE:LINE: what; what became of it
};

// Every word that Problem::reason can be.
struct ProblemReason {
  std::string_view word;
  std::string_view meaning;
};
inline constexpr std::array<ProblemReason, 13> kProblemReasons{{
    {"unreadable", "the file could not be opened or read to its end"},
    {"broken-json", "the line is not valid JSON (RFC 8259)"},
    {"not-an-object", "the line is JSON, but no object {...}"},
    {"repeated-key", "the text, the id or the field of --keep is there twice: readers differ in which counts"},
    {"no-text-field", "the object has no field of the name --text-field"},
    {"text-not-a-string", "the text field is a number, a list or the like"},
    {"bad-id", "the id is no string or number, or longer than 65535 bytes; for an index, empty or with a zero byte"},
    {"bad-field", "for an index: a field that it keeps is a list or an object"},
    {"invalid-utf8", "the text has bytes or escapes that are no Unicode, and --invalid-utf8 is skip"},
    {"no-header", "lines of a FASTA file stand before its first > line"},
    {"bad-weights", "an item has no name or no weight that can be read, or the weights make too many copies"},
    {"not-extracted",
     "no text could be taken out of the file: damaged, protected, of no known kind, or too much; for an index, also "
     "a document or an archive without --extract auto"},
    {"too-long", "the line or file has more than 4294967280 bytes"},
}};

}  // namespace textkin::input
