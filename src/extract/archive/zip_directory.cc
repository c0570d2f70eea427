#include "extract/archive/zip_directory.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "extract/archive/zip_names.h"
#include "extract/extracted.h"

namespace textkin::extract {
namespace {

constexpr std::size_t kEndSize = 22;
constexpr std::size_t kLongestComment = 0xFFFF;
constexpr std::size_t kLocatorSize = 20;
constexpr std::size_t kEnd64Size = 56;
constexpr std::size_t kEntrySize = 46;
constexpr std::uint64_t kMostDirectory = 64u << 20;  // bytes
constexpr std::uint32_t kIn64 = 0xFFFFFFFF;
constexpr std::uint16_t kZip64Field = 1;
constexpr std::uint16_t kUnix = 3;
constexpr std::uint16_t kEncrypted = 1u | 1u << 6 | 1u << 13;
constexpr std::uint16_t kUtf8 = 1u << 11;

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size && at + i < bytes.size(); ++i)
    value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << 8 * i;
  return value;
}
std::uint16_t short_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint16_t>(number(bytes, at, 2));
}

Status damaged_archive() {
  return not_extracted("it is a damaged ZIP archive, or cut off; download it anew, or unpack it and name the folder");
}

struct Directory {
  std::uint64_t entries = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
};

std::optional<std::string> piece(const ArchiveBytes& bytes, std::uint64_t offset, std::uint64_t size) {
  std::string out(size, '\0');
  if (offset > bytes.size || size > bytes.size - offset || !bytes.read_at(offset, out.data(), size)) return {};
  return out;
}

// Where the end record says that more is in a zip64 one.
Status read_end_64(const ArchiveBytes& bytes, std::uint64_t end, Directory& directory) {
  if (end < kLocatorSize) return {};
  const std::optional<std::string> locator = piece(bytes, end - kLocatorSize, kLocatorSize);
  if (!locator || !locator->starts_with("PK\x06\x07")) return {};  // then the numbers are as they stand
  const std::optional<std::string> record = piece(bytes, number(*locator, 8, 8), kEnd64Size);
  if (!record || !record->starts_with("PK\x06\x06")) return damaged_archive();
  directory = {.entries = number(*record, 32, 8), .size = number(*record, 40, 8), .offset = number(*record, 48, 8)};
  return {};
}

Result<Directory> find_directory(const ArchiveBytes& bytes) {
  const std::uint64_t looked = std::min<std::uint64_t>(bytes.size, kEndSize + kLongestComment);
  const std::optional<std::string> tail = piece(bytes, bytes.size - looked, looked);
  if (!tail || looked < kEndSize) return damaged_archive();
  for (std::size_t at = looked - kEndSize + 1; at-- > 0;) {
    const std::string_view end = std::string_view(*tail).substr(at);
    if (!end.starts_with("PK\x05\x06") || kEndSize + short_at(end, 20) != end.size()) continue;
    if (short_at(end, 4) != 0 && short_at(end, 4) != 0xFFFF)
      return not_extracted("it is one of several parts of an archive; unpack them and name the folder");
    Directory directory{.entries = short_at(end, 10), .size = number(end, 12, 4), .offset = number(end, 16, 4)};
    const std::uint64_t place = bytes.size - looked + at;
    TEXTKIN_RETURN_IF_ERROR(read_end_64(bytes, place, directory));
    if (directory.offset > place || directory.size > place - directory.offset) return damaged_archive();
    return directory;
  }
  return damaged_archive();
}

// Sizes and places beyond 32 bits stand in a field behind the name, those of them that are needed.
bool read_zip64(std::string_view extra, ZipEntry& entry) {
  if (entry.size != kIn64 && entry.packed_size != kIn64 && entry.header != kIn64) return true;
  while (extra.size() >= 4) {
    const std::size_t size = short_at(extra, 2);
    if (size > extra.size() - 4) return false;
    if (short_at(extra, 0) == kZip64Field) {
      std::string_view field = extra.substr(4, size);
      for (std::uint64_t* value : {&entry.size, &entry.packed_size, &entry.header}) {
        if (*value != kIn64) continue;
        if (field.size() < 8) return false;
        *value = number(field, 0, 8);
        field.remove_prefix(8);
      }
      return true;
    }
    extra.remove_prefix(4 + size);
  }
  return true;  // a file may have just that size
}

// One entry of the directory; `bytes` begins with it. false: it is damaged.
bool read_entry(std::string_view& bytes, ZipEntry& entry) {
  if (bytes.size() < kEntrySize || !bytes.starts_with("PK\x01\x02")) return false;
  const std::size_t name = short_at(bytes, 28);
  const std::size_t extra = short_at(bytes, 30);
  const std::size_t whole = kEntrySize + name + extra + short_at(bytes, 32);
  if (bytes.size() < whole) return false;
  const std::uint16_t flags = short_at(bytes, 8);
  const std::string_view raw = bytes.substr(kEntrySize, name);
  entry.method = short_at(bytes, 10);
  entry.crc = static_cast<std::uint32_t>(number(bytes, 16, 4));
  entry.packed_size = number(bytes, 20, 4);
  entry.size = number(bytes, 24, 4);
  entry.header = number(bytes, 42, 4);
  if (!read_zip64(bytes.substr(kEntrySize + name, extra), entry)) return false;
  CleanName clean = clean_name(raw, (flags & kUtf8) != 0);
  entry.name = std::move(clean.name);
  entry.is_hidden = is_hidden_name(entry.name);
  const auto mode = static_cast<mode_t>(number(bytes, 40, 2));
  entry.is_folder = raw.ends_with('/') || raw.ends_with('\\');
  if (!clean.refusal.empty())
    entry.refusal = clean.refusal;
  else if ((flags & kEncrypted) != 0)
    entry.refusal = "it is encrypted; unpack the archive with its password and name the folder";
  else if (bytes[5] == kUnix && S_ISLNK(mode))
    entry.refusal = "it is a link";
  else if (entry.method != 0 && entry.method != 8)
    entry.refusal = fmt::format(
        "it is packed in a way that is not read here ({}); unpack the archive and name the "
        "folder",
        entry.method);
  bytes.remove_prefix(whole);
  return true;
}

// No two files may share a byte: else a small archive could hold as much as it likes.
Status check_places(std::vector<ZipEntry>& entries, const ArchiveBytes& bytes, const ArchiveLimits& limits) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
  std::uint64_t total = 0;
  std::uint64_t names = 0;
  for (const ZipEntry& entry : entries) {
    names += entry.name.size();
    if (names > limits.names) return not_extracted("names of files in it are too long; unpack it and name the folder");
    if (entry.header > bytes.size || entry.packed_size > bytes.size - entry.header) return damaged_archive();
    places.emplace_back(entry.header, entry.header + kLocalHeader + entry.packed_size);
    if (entry.size > limits.total - total || entry.size > limits.total)
      return not_extracted(
          fmt::format("it unpacks to more than {} GiB; unpack it and name the folder", limits.total >> 30));
    total += entry.size;
  }
  std::ranges::sort(places);
  for (std::size_t i = 1; i < places.size(); ++i)
    if (places[i].first < places[i - 1].second)
      return not_extracted("files in it lie in one another, as in archives that are made to fill a disk");
  if (total > limits.freely && total / limits.times > bytes.size)
    return not_extracted(fmt::format(
        "it unpacks to more than {} times its size, as archives do that are made to fill a disk", limits.times));
  return {};
}

void refuse_repeated(std::vector<ZipEntry>& entries) {
  std::set<std::string_view> seen;
  for (ZipEntry& entry : entries)
    if (!entry.is_folder && entry.refusal.empty() && !seen.insert(entry.name).second)
      entry.refusal = "the archive holds another file of that name";
}

}  // namespace

Result<std::vector<ZipEntry>> read_zip_directory(const ArchiveBytes& bytes, const ArchiveLimits& limits) {
  TEXTKIN_ASSIGN_OR_RETURN(const Directory directory, find_directory(bytes));
  if (directory.entries > limits.files || directory.size > kMostDirectory)
    return not_extracted(fmt::format("it holds more than {} files; unpack it and name the folder", limits.files));
  const std::optional<std::string> all = piece(bytes, directory.offset, directory.size);
  if (!all) return damaged_archive();
  std::vector<ZipEntry> entries;
  std::string_view left = *all;
  for (std::uint64_t i = 0; i < directory.entries; ++i)
    if (!read_entry(left, entries.emplace_back())) return damaged_archive();
  if (!left.empty() && !left.starts_with("PK\x05\x05"))
    return damaged_archive();  // more entries than it says, or a signature
  TEXTKIN_RETURN_IF_ERROR(check_places(entries, bytes, limits));
  refuse_repeated(entries);
  return entries;
}

bool is_packed_document(const std::vector<ZipEntry>& entries) {
  return std::ranges::any_of(entries, [](const ZipEntry& entry) {
    return entry.name == "[Content_Types].xml" || entry.name == "mimetype" || entry.name == "Index/Document.iwa" ||
           entry.name == "Index.zip";
  });
}

}  // namespace textkin::extract
