// read_zip_members: the files in a ZIP archive, one after the other, as bytes.
//
// An archive in it is read too, as a folder of its name; one in that is handed on as it is. Cost: that of unpacking;
// memory: the directory, and ArchiveLimits::nested for an archive within. Threads: one.
#pragma once

#include <string>
#include <string_view>

#include "extract/archive/zip_directory.h"
#include "textkin/status.h"

namespace textkin::extract {

// What is told, in the order of the archive: begin_file, bytes any number of times, then end_file, or refuse.
class MemberSink {
 public:
  virtual ~MemberSink() = default;
  virtual Status begin_file(std::string_view name) = 0;
  virtual Status bytes(std::string_view bytes) = 0;
  virtual Status end_file() = 0;
  // Of the file that was begun: what it has given is not to be used. `why` ends a sentence "FILE: not extracted: ...".
  virtual Status refuse(std::string_view why) = 0;
  // Files that are hidden in a folder too: .DS_Store, __MACOSX.
  virtual Status skip_hidden() = 0;
};

enum class ArchiveKind { kArchive, kDocument };

// kDocument: it is no archive but a document that is packed as one, and nothing was told. kBadInput where nothing of
// the archive can be used; else what `sink` returns where that is an error.
Result<ArchiveKind> read_zip_members(const ArchiveBytes& bytes, const ArchiveLimits& limits, MemberSink& sink);

}  // namespace textkin::extract
