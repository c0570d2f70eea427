// Source: a file (or rows in memory) that documents are read from: where it is, how it is read, what messages call it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/file.h"
#include "base/packing/packing.h"
#include "textkin/memory_source.h"
#include "textkin/status.h"
#include "textkin/stored_texts.h"

namespace textkin::base {
class ScratchFile;
}

namespace textkin::input {

class Format;
using Compression = base::Packing;

struct Source {
  std::string path;  // what is opened; "-" is standard input
  std::string name;  // what ids and messages say: the id of a whole-file document, FILE in FILE:LINE
  // Path below the directory argument, or the file's base name: the name of its counterpart in outputs.
  std::string relative;
  std::uint32_t argument = 0;      // which of the arguments it is, or lies in
  bool is_argument = false;        // it is one itself, a file
  bool of_other_side = false;      // its records are read as ReadSettings::asked_of_other_side says
  std::size_t below = 0;           // where in `relative` the path below that argument begins, a folder or an archive
  const Format* format = nullptr;  // how its documents stand in its bytes; never null in a list
  Compression compression = Compression::kNone;  // by suffix
  // An array of JSON values, or values over several lines: they are read as lines, one each (json/value_lines.h).
  bool holds_values = false;
  // Those values are in the array of one JSON object, {"data": [...]} (json/array_in_object.h).
  bool in_object = false;
  // A regular file whose bytes are read as they stand: records can be read again in place. Files of 0 bytes count as
  // streams, because the system's own files (/proc) say that they are empty.
  bool seekable = true;
  bool stream = false;                         // standard input, a pipe or a device: what was read of it is gone
  std::uint64_t size = 0;                      // bytes of the file at the time of listing, 0 for streams
  std::shared_ptr<const MemorySource> memory;  // where its rows are; null for files
  // Where its texts are kept, a number each, which is a record's offset; such a source is never read from the beginning
  // to the end, only by records. Null for all others.
  std::shared_ptr<const StoredTexts> stored;
  // Of a file in an archive: where its `size` bytes were put. It is a stream: `path` is only what it is called.
  std::shared_ptr<const base::ScratchFile> unpacked;
  std::uint64_t unpacked_offset = 0;
  std::string refusal;           // not empty: why nothing can be read from it, for a person
  std::int64_t modified_ns = 0;  // its last change at that time; by it readers see that a file was written to
};

// Whether what is read are other bytes than those of the file.
bool is_unpacked(const Source& source);

// What a message about the whole source calls it.
std::string name_of(const Source& source);
// What a message about line `line` of it, counted from 1, says; 0: all of it. Rows in memory count from 0.
std::string place_in(const Source& source, std::uint64_t line);

// kBadInput: the source is not what it was when it was listed.
Status changed(const Source& source);
// kBadInput: it has the size and the time of change that it had, but other bytes where the document at `line` stands
// (0: the file is the document).
Status changed_unseen(const Source& source, std::uint64_t line);
// changed(), if the size or the time of change says so.
Status check_unchanged(const Source& source, const base::File::Facts& now);

}  // namespace textkin::input
