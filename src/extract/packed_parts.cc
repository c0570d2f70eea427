#include "extract/packed_parts.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace textkin::extract {
namespace {

constexpr std::string_view kOldOffice = "\xD0\xCF\x11\xE0";
constexpr std::size_t kReadAtOnce = 64u << 10;
constexpr std::size_t kMostEntries = 100'000;

struct FreeArchive {
  void operator()(archive* a) const { archive_read_free(a); }
};

Status damaged(std::string_view kind) { return not_extracted(fmt::format("it is a damaged {} file", kind)); }

Result<std::string> read_part(archive* a, std::string_view kind, const Limits& limits) {
  std::string part;
  while (true) {
    const std::size_t before = part.size();
    part.resize(before + kReadAtOnce);
    const la_ssize_t got = archive_read_data(a, part.data() + before, kReadAtOnce);
    if (got < 0) return damaged(kind);
    part.resize(before + static_cast<std::size_t>(got));
    if (got == 0) return part;
    if (part.size() > limits.unpacked)
      return not_extracted(fmt::format("it unpacks to more than {} bytes", limits.unpacked));
  }
}

}  // namespace

Result<std::map<std::string, std::string>> read_parts(std::string_view bytes, const std::vector<std::string>& names,
                                                      std::string_view kind, const Limits& limits) {
  if (bytes.empty()) return not_extracted("it is empty");
  if (bytes.starts_with(kOldOffice))
    return not_extracted(fmt::format("it is protected by a password, or an old .doc; save it as .{}", kind));
  if (!bytes.starts_with("PK")) return not_extracted(fmt::format("it is no {} file, whatever its name says", kind));
  const std::unique_ptr<archive, FreeArchive> owned(archive_read_new());
  archive* const a = owned.get();
  archive_read_support_format_zip(a);
  if (archive_read_open_memory(a, bytes.data(), bytes.size()) != ARCHIVE_OK) return damaged(kind);
  std::map<std::string, std::string> parts;
  archive_entry* entry = nullptr;
  for (std::size_t seen = 0; parts.size() < names.size(); ++seen) {
    const int code = archive_read_next_header(a, &entry);
    if (code == ARCHIVE_EOF) break;
    if (code < ARCHIVE_WARN || seen > kMostEntries) return damaged(kind);
    const char* const name = archive_entry_pathname(entry);
    if (name == nullptr || archive_entry_filetype(entry) != AE_IFREG) continue;
    if (std::ranges::find(names, name) == names.end() || parts.contains(name)) continue;
    if (archive_entry_is_encrypted(entry) != 0) return not_extracted("it is encrypted; save it without a password");
    TEXTKIN_ASSIGN_OR_RETURN(std::string part, read_part(a, kind, limits));
    parts.emplace(name, std::move(part));
  }
  return parts;
}

}  // namespace textkin::extract
