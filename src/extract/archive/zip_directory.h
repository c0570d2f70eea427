// read_zip_directory: what a ZIP archive says that it holds (APPNOTE 6.3: central directory, zip64).
//
// An archive is a stranger's: its list is checked before a byte of a file in it is looked at. What cannot be right is
// refused as a whole (cut off, damaged, files that lie in one another, far more bytes than it has), what cannot be used
// costs that file, which then has a `refusal`. Nothing is unpacked and nothing is written, whatever the names are.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "textkin/status.h"

namespace textkin::extract {

// The bytes of an archive, wherever they are. read_at fills `out` or says that it cannot.
struct ArchiveBytes {
  std::uint64_t size = 0;
  std::function<bool(std::uint64_t offset, char* out, std::size_t size)> read_at;
};

struct ArchiveLimits {
  std::uint64_t files = 20'000;
  std::uint64_t names = 8u << 20;                  // bytes of all names
  std::uint64_t total = std::uint64_t{8} << 30;    // unpacked bytes of all files
  std::uint64_t freely = std::uint64_t{64} << 20;  // of these, what may be unpacked from however little
  std::uint64_t times = 100;                       // else: as many bytes for each byte of the archive
  std::uint64_t nested = std::uint64_t{64} << 20;  // bytes of an archive within an archive
};

inline constexpr std::size_t kLocalHeader = 30;  // bytes before a file's name and its own bytes

struct ZipEntry {
  std::string name;     // printable UTF-8, parts with a slash between them, none of them "..", "." or empty
  std::string refusal;  // not empty: why its bytes are not to be had
  bool is_folder = false;
  bool is_hidden = false;  // a part of its name begins with a dot, or is of a system's own files
  std::uint16_t method = 0;
  std::uint32_t crc = 0;
  std::uint64_t packed_size = 0;
  std::uint64_t size = 0;
  std::uint64_t header = 0;  // where its local header lies
};

// In the order of the archive. A name is in UTF-8 where it says so or its bytes can be; else in code page 437.
// kBadInput ends the sentence "ARCHIVE: not extracted: ...".
Result<std::vector<ZipEntry>> read_zip_directory(const ArchiveBytes& bytes, const ArchiveLimits& limits);

// Whether it is the document of a word processor or the like, which only is packed as an archive.
bool is_packed_document(const std::vector<ZipEntry>& entries);

}  // namespace textkin::extract
