// Sources: the files that a list of arguments stands for, in input order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/packing.h"
#include "input/input_spec.h"
#include "textkin/memory_source.h"
#include "textkin/status.h"

namespace textkin::input {

class Format;
using Compression = base::Packing;

struct Source {
  std::string path;  // what is opened; "-" is standard input
  std::string name;  // what ids and messages say: the id of a whole-file document, FILE in FILE:LINE
  std::string
      relative;  // path below the directory argument, or the file's base name: the name of its counterpart in outputs
  const Format* format = nullptr;                // how its documents stand in its bytes; never null in a list
  Compression compression = Compression::kNone;  // by suffix
  std::string extractor;  // the suffix by which its text is extracted; empty: it is text, or looked at when it is read
  // An uncompressed regular file: records can be read again in place. Files of 0 bytes count as streams, because the
  // system's own files (/proc) say that they are empty.
  bool seekable = true;
  std::uint64_t size = 0;                      // bytes of the file at the time of listing, 0 for streams
  std::shared_ptr<const MemorySource> memory;  // where its rows are; null for files
  std::int64_t modified_ns = 0;  // its last change at that time; by it readers see that a file was written to
};

// What a message about the whole source calls it.
std::string name_of(const Source& source);
// What a message about line `line` of it, counted from 1, says; 0: all of it. Rows in memory count from 0.
std::string place_in(const Source& source, std::uint64_t line);

// kBadInput: the source is not what it was when it was listed.
Status changed(const Source& source);
// That, if the size or the time of change says so.
Status check_unchanged(const Source& source, const base::File::Facts& now);

// XXH3 of the unpacked bytes of a file that can be read once more. The cost of reading and unpacking it.
Result<std::uint64_t> checksum_source(const Source& source);

// A source of rows that are in memory.
Source source_of_rows(std::string name, std::shared_ptr<const MemorySource> rows);

struct SourceList {
  std::vector<Source> sources;
  std::uint64_t skipped_hidden = 0;
  std::uint64_t skipped_links = 0;
};

// Expands directories (every regular file below, byte order of the path; hidden files and links below it are skipped
// and counted; a hidden directory counts once). With one argument that is a directory, names are paths relative to it;
// with several arguments, or for a file, they are the argument as written and what lies below it. An argument that does
// not exist is kNotFound; a directory that cannot be read is kIo; "-" twice, or a format that the catalogue does not
// know, is kInvalidArgument.
Result<SourceList> list_sources(const InputSpec& spec);

}  // namespace textkin::input
