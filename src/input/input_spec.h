// InputSpec: what the user named, and how it is to be read.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace textkin {
class MemorySource;
}

namespace textkin::input {

// As InputSpec::read_as: each file is of the format that its suffix says.
inline constexpr std::string_view kBySuffix = "suffix";

enum class InvalidUtf8 { kReplace, kSkip, kFail };

// So that a record with its line end can be counted in 32 bits.
inline constexpr std::uint64_t kLongestRecord = 0xFFFFFFF0u;

// How the text of files that are more than text is taken out of them; see extraction.h.
struct Extraction {
  // Run as PROGRAM extract --here SUFFIX --extract-memory BYTES --extract-seconds N. Empty: nothing is extracted.
  std::string program;
  std::vector<std::string> suffixes;  // of the files that it reads, lower case, without dots
  std::uint64_t memory = 1u << 30;    // bytes of address space of the program
  std::uint64_t seconds = 60;         // of wall clock, and of processor time
};

struct InputSpec {
  std::vector<std::string> arguments;  // files, directories, "-", names of what is in memory
  // What is in memory, by the name that stands for it among the arguments and in messages.
  std::map<std::string, std::shared_ptr<const MemorySource>> memory;
  std::string read_as{kBySuffix};  // or a name of the catalogue of formats (formats/catalog.h)
  bool lines = false;              // by suffix, what is not JSONL holds a document a line; so does standard input
  bool records = false;            // by suffix, what is not JSONL is FASTA, a document a sequence; so is standard input
  std::string text_field = "text";
  std::string id_field = "id";
  std::string value_field;  // a field whose value is kept beside each document (keep policy field:NAME); empty: none
  // Why a text cannot be used, for a person; empty where it can. Called from many threads. Null: every text can.
  std::function<std::string(std::string_view text)> check_text;
  Extraction extraction;  // only of files that are one document each
  InvalidUtf8 invalid_utf8 = InvalidUtf8::kReplace;
  bool stop_on_error = false;                     // --on-error fail
  std::string spool_directory;                    // where streams that cannot be read again are spooled; must exist
  std::string spool_name;                         // of the file there, which is kept; empty: a scratch file
  bool checksums = false;                         // of every source's unpacked bytes, as they are read
  std::uint64_t block_bytes = 1u << 20;           // size of the blocks that are read; results do not depend on it
  std::uint64_t longest_record = kLongestRecord;  // bytes; a longer line or file is a Problem
  // Not 0: longest_record is what memory has room for, at so many bytes for one of a record. Then a longer one ends the
  // run, kExhausted with what would do: which documents are used must not depend on the memory.
  std::uint64_t memory_a_byte = 0;
};

}  // namespace textkin::input
