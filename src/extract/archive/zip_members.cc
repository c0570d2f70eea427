#include "extract/archive/zip_members.h"

#include <fmt/format.h>
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace textkin::extract {
namespace {

constexpr std::size_t kPieceSize = 64u << 10;
constexpr std::string_view kDamaged = "it is damaged in the archive";
constexpr std::string_view kZip = "PK\x03\x04";

std::size_t short_at(const char* bytes) {
  return static_cast<unsigned char>(bytes[0]) | std::size_t{static_cast<unsigned char>(bytes[1])} << 8;
}

// Unpacks one file of an archive. `take` is called with pieces that are not empty.
class FileUnpacker {
 public:
  using Take = std::function<Status(std::string_view piece)>;

  FileUnpacker(const ArchiveBytes& from, const ZipEntry& entry, Take take)
      : from_(from), entry_(entry), take_(std::move(take)), packed_(kPieceSize), out_(kPieceSize) {}

  // Empty, or why not.
  Result<std::string_view> run() {
    char local[kLocalHeader];
    if (from_.size < kLocalHeader || !from_.read_at(entry_.header, local, kLocalHeader) ||
        !std::string_view(local, kLocalHeader).starts_with(kZip))
      return kDamaged;
    at_ = entry_.header + kLocalHeader + short_at(local + 26) + short_at(local + 28);
    if (at_ > from_.size || entry_.packed_size > from_.size - at_) return kDamaged;
    left_ = entry_.packed_size;
    TEXTKIN_ASSIGN_OR_RETURN(const bool whole, entry_.method == 0 ? copy() : inflate());
    return whole && left_ == 0 && made_ == entry_.size && crc_ == entry_.crc ? std::string_view() : kDamaged;
  }

 private:
  bool refill(std::size_t& got) {
    got = std::min<std::uint64_t>(packed_.size(), left_);
    if (!from_.read_at(at_, packed_.data(), got)) return false;
    at_ += got;
    left_ -= got;
    return true;
  }

  // false: more than it should be.
  Result<bool> give(std::string_view piece) {
    made_ += piece.size();
    if (made_ > entry_.size) return false;
    crc_ = crc32_gzip_refl(crc_, reinterpret_cast<const unsigned char*>(piece.data()), piece.size());
    if (!piece.empty()) TEXTKIN_RETURN_IF_ERROR(take_(piece));
    return true;
  }

  Result<bool> copy() {
    while (left_ > 0) {
      std::size_t got = 0;
      if (!refill(got)) return false;
      TEXTKIN_ASSIGN_OR_RETURN(const bool fits, give({packed_.data(), got}));
      if (!fits) return false;
    }
    return true;
  }

  Result<bool> inflate() {
    const auto state = std::make_unique<inflate_state>();
    isal_inflate_init(state.get());
    while (state->block_state != ISAL_BLOCK_FINISH) {
      if (state->avail_in == 0 && left_ > 0) {
        std::size_t got = 0;
        if (!refill(got)) return false;
        state->next_in = reinterpret_cast<std::uint8_t*>(packed_.data());
        state->avail_in = static_cast<std::uint32_t>(got);
      }
      state->next_out = reinterpret_cast<std::uint8_t*>(out_.data());
      state->avail_out = static_cast<std::uint32_t>(out_.size());
      const std::uint32_t before = state->avail_in;
      if (isal_inflate(state.get()) < 0) return false;
      const std::size_t made = out_.size() - state->avail_out;
      TEXTKIN_ASSIGN_OR_RETURN(const bool fits, give({out_.data(), made}));
      if (!fits) return false;
      if (made == 0 && left_ == 0 && before == state->avail_in && state->block_state != ISAL_BLOCK_FINISH)
        return false;  // it ends early
    }
    return state->avail_in == 0;
  }

  const ArchiveBytes& from_;
  const ZipEntry& entry_;
  Take take_;
  std::vector<char> packed_;
  std::vector<char> out_;
  std::uint64_t at_ = 0;    // of the next packed byte,
  std::uint64_t left_ = 0;  // of which so many are left
  std::uint64_t made_ = 0;
  std::uint32_t crc_ = 0;
};

class ArchiveWalk {
 public:
  ArchiveWalk(const ArchiveLimits& limits, MemberSink& sink) : limits_(limits), sink_(sink) {}

  Status read(const ArchiveBytes& bytes, const std::vector<ZipEntry>& entries, const std::string& folder) {
    for (const ZipEntry& entry : entries) {
      if (entry.is_folder && entry.refusal.empty()) continue;
      if (entry.is_hidden) {
        TEXTKIN_RETURN_IF_ERROR(sink_.skip_hidden());
        continue;
      }
      TEXTKIN_RETURN_IF_ERROR(read_file(bytes, entry, folder + entry.name, folder.empty()));
    }
    return {};
  }

 private:
  // `outermost`: an archive in it may be looked into.
  Status read_file(const ArchiveBytes& bytes, const ZipEntry& entry, const std::string& name, bool outermost) {
    if (!entry.refusal.empty()) {
      TEXTKIN_RETURN_IF_ERROR(sink_.begin_file(name));
      return sink_.refuse(entry.refusal);
    }
    bool begun = false;
    bool is_archive = false;
    std::string held;
    FileUnpacker unpacker(bytes, entry, [&](std::string_view piece) -> Status {
      if (!begun) {
        begun = true;
        is_archive = outermost && entry.size <= limits_.nested && piece.starts_with(kZip);
        if (!is_archive) TEXTKIN_RETURN_IF_ERROR(sink_.begin_file(name));
      }
      if (!is_archive) return sink_.bytes(piece);
      held += piece;
      return {};
    });
    TEXTKIN_ASSIGN_OR_RETURN(const std::string_view damage, unpacker.run());
    if (!begun || (is_archive && !damage.empty())) TEXTKIN_RETURN_IF_ERROR(sink_.begin_file(name));
    if (!damage.empty()) return sink_.refuse(damage);
    return is_archive ? read_nested(held, name) : sink_.end_file();
  }

  Status read_nested(const std::string& held, const std::string& name) {
    const ArchiveBytes bytes{.size = held.size(), .read_at = [&](std::uint64_t offset, char* out, std::size_t size) {
                               if (offset > held.size() || size > held.size() - offset) return false;
                               held.copy(out, size, offset);
                               return true;
                             }};
    ArchiveLimits rest = limits_;
    rest.files -= std::min(rest.files, nested_files_);
    rest.total -= std::min(rest.total, nested_bytes_);
    const Result<std::vector<ZipEntry>> entries = read_zip_directory(bytes, rest);
    if (entries.ok() && !is_packed_document(*entries)) {
      nested_files_ += entries->size();
      for (const ZipEntry& entry : *entries) nested_bytes_ += entry.size;
      return read(bytes, *entries, name + "/");
    }
    TEXTKIN_RETURN_IF_ERROR(sink_.begin_file(name));
    if (!entries.ok()) return sink_.refuse(entries.status().message());
    for (std::size_t at = 0; at < held.size(); at += kPieceSize)
      TEXTKIN_RETURN_IF_ERROR(sink_.bytes(std::string_view(held).substr(at, kPieceSize)));
    return sink_.end_file();
  }

  const ArchiveLimits& limits_;
  MemberSink& sink_;
  std::uint64_t nested_files_ = 0;  // in archives within this one, and their bytes
  std::uint64_t nested_bytes_ = 0;
};

}  // namespace

Result<ArchiveKind> read_zip_members(const ArchiveBytes& bytes, const ArchiveLimits& limits, MemberSink& sink) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<ZipEntry> entries, read_zip_directory(bytes, limits));
  if (is_packed_document(entries)) return ArchiveKind::kDocument;
  TEXTKIN_RETURN_IF_ERROR(ArchiveWalk(limits, sink).read(bytes, entries, ""));
  return ArchiveKind::kArchive;
}

}  // namespace textkin::extract
