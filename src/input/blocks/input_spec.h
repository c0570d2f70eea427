// InputSpec: what the user named, and how it is to be read. What the run sets beside it is in ReadSettings.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "textkin/words.h"

namespace textkin {
class MemorySource;
}

namespace textkin::input {

// As InputSpec::read_as: each file is of the format that its suffix says.
inline constexpr std::string_view kBySuffix = "suffix";

enum class InvalidUtf8 { kReplace, kSkip, kFail };
inline constexpr Words<InvalidUtf8, 3> kInvalidUtf8Words{
    {{"replace", InvalidUtf8::kReplace}, {"skip", InvalidUtf8::kSkip}, {"fail", InvalidUtf8::kFail}}};

// Of InputSpec::stop_on_error.
inline constexpr Words<bool, 2> kOnErrorWords{{{"skip", false}, {"fail", true}}};

// Of Extraction::must_be_confined.
inline constexpr Words<bool, 2> kUnconfinedWords{{{"warn", false}, {"fail", true}}};

// How the text of files that are more than text is taken out of them; see extraction.h.
struct Extraction {
  // Run as PROGRAM extract --here SUFFIX --extract-memory BYTES --extract-seconds N, and --pdf-program FILE where there
  // is one. Empty: nothing is extracted.
  std::string program;
  std::uint64_t memory = 1u << 30;  // bytes of address space of the program
  std::uint64_t seconds = 60;       // of wall clock, and of processor time
  std::string pdf_program;          // the full path of pdftotext; empty: where the system has it
  std::string suffix;               // of a file that has none in its name, for a door that was given its bytes
  bool traces = false;              // what files say of how they were made is wanted
  bool archives = false;            // a file that is a ZIP archive is read as the files in it
  bool is_unasked = false;          // nobody said that bytes are to be the text: of files that are more, it is told
  bool must_be_confined = false;  // an error where the kernel cannot confine the program (base/processes/confinement.h)
};

// SUFFIX for an archive: then its standard input is the file, and its answer are frames (member_frames.h).
inline constexpr std::string_view kArchive = "archive";

// How lines of that program begin, behind "textkin: ": what a file shows besides its text is how it was read, and what
// its writer did.
inline constexpr std::string_view kNoteLine = "note: ";
inline constexpr std::string_view kFlagLine = "flag: ";
// What it says of how it was made: "trace author NAME", and created, modified, saved (who did so last), program,
// revisions (numbers of eight digits, a space between).
inline constexpr std::string_view kTraceLine = "trace ";

struct InputSpec {
  std::vector<std::string> arguments;  // files, directories, "-", names of what is in memory
  // What is in memory, by the name that stands for it among the arguments and in messages.
  std::map<std::string, std::shared_ptr<const MemorySource>> memory;
  // What is opened in place of an argument: of a door that was given bytes, and what messages and ids are to call them.
  // They are read as they stand there, whatever suffix that name has; a directory as one that is an argument.
  std::map<std::string, std::string> paths;
  std::string read_as{kBySuffix};  // or a name of the catalogue of formats (formats/catalog.h)
  bool lines = false;              // by suffix, what is not JSONL holds a document a line; so does standard input
  bool records = false;            // by suffix, what is not JSONL is FASTA, a document a sequence; so is standard input
  // Of JSON records: one field, what is nested in one, or several, whose texts are joined (json/field_path.h). Never
  // empty.
  std::vector<std::string> text_fields{"text"};
  std::string id_field = "id";
  // Fields whose values are given with each document: the one of the keep policy field:NAME, those of an index.
  std::vector<std::string> value_fields;
  // They stay in an index, from which people are removed by ids and fields: an id that nobody could name there, and a
  // field that is a list or an object, are refused. So is a file whose bytes are no text, where nobody said that they
  // are to be it.
  bool stays = false;
  Extraction extraction;  // only of files that are one document each
  InvalidUtf8 invalid_utf8 = InvalidUtf8::kReplace;
  bool stop_on_error = false;            // --on-error fail
  std::uint64_t block_bytes = 1u << 20;  // --block-size: the largest block that is wanted
};

}  // namespace textkin::input
