#include "engine/index/keep_house.h"

#include <fmt/format.h>

#include <memory>

#include "archive/archive_writer.h"
#include "base/file.h"
#include "engine/index/index_spec.h"
#include "engine/index/text_keys.h"

namespace textkin::engine::index {
namespace {

constexpr std::size_t kReadAtOnce = 1u << 16;

// The lines of a file, without their line ends; empty ones are none.
Result<std::vector<std::string>> lines_of(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(path));
  std::string bytes;
  for (;;) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kReadAtOnce);
    TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file.read(bytes.data() + before, kReadAtOnce));
    bytes.resize(before + size);
    if (size < kReadAtOnce) break;
  }
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < bytes.size();) {
    std::size_t end = bytes.find('\n', begin);
    if (end == std::string::npos) end = bytes.size();
    std::string line = bytes.substr(begin, end - begin);
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

Result<RemoveCounts> remove_in(archive::ArchiveWriter& writer, const RemoveOptions& wanted) {
  std::vector<std::string> ids = wanted.ids;
  if (!wanted.ids_file.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::vector<std::string> listed, lines_of(wanted.ids_file));
    ids.insert(ids.end(), listed.begin(), listed.end());
  }
  TEXTKIN_ASSIGN_OR_RETURN(const IndexSpec spec, spec_of(writer.archive().words(), wanted.folder));
  TEXTKIN_ASSIGN_OR_RETURN(const Where where, Where::make(wanted.where, spec));
  const auto take = [&](const archive::Entry& entry) {
    if (entry.alive() && where.holds(entry)) ids.push_back(entry.id);
  };
  if (!wanted.where.empty()) {
    archive::Entry now;  // in the batch it may have become another
    TEXTKIN_RETURN_IF_ERROR(writer.archive().each(0, [&](DocId number, const archive::Entry&) -> Result<bool> {
      TEXTKIN_RETURN_IF_ERROR(writer.read(number, now));
      take(now);
      return true;
    }));
    for (DocId number = writer.archive().state().next; number < writer.next(); ++number) {
      TEXTKIN_RETURN_IF_ERROR(writer.read(number, now));
      take(now);
    }
  }
  RemoveCounts counts;
  for (const std::string& id : ids) {
    TEXTKIN_ASSIGN_OR_RETURN(const bool removed, writer.remove(id));
    ++(removed ? counts.removed : counts.unknown);
  }
  counts.sequence = writer.archive().state().sequence;
  counts.documents = writer.alive();
  return counts;
}

Result<RemoveCounts> remove(const RemoveOptions& wanted, const run::LimitOptions& limits) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<archive::ArchiveWriter> writer,
                           archive::ArchiveWriter::open(wanted.folder, run::settle(limits).memory / 2));
  TEXTKIN_ASSIGN_OR_RETURN(RemoveCounts counts, remove_in(*writer, wanted));
  TEXTKIN_ASSIGN_OR_RETURN(counts.sequence, writer->commit());
  TEXTKIN_RETURN_IF_ERROR(writer->finish());
  if (wanted.purge) {
    TEXTKIN_ASSIGN_OR_RETURN(counts.purged, writer->purge());
  }
  counts.documents = writer->archive().state().alive;
  return counts;
}

Status merge(const std::string& folder, const run::LimitOptions& limits) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<archive::ArchiveWriter> writer,
                           archive::ArchiveWriter::open(folder, run::settle(limits).memory / 2));
  return writer->merge();
}

Status verify(const std::string& folder, bool deep, const run::LimitOptions& limits) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<archive::Archive> archive,
                           archive::Archive::open(folder, run::settle(limits).memory / 2));
  TEXTKIN_ASSIGN_OR_RETURN(const IndexSpec spec, spec_of(archive->words(), folder));
  TEXTKIN_RETURN_IF_ERROR(archive->verify());
  if (!deep) return {};
  TEXTKIN_ASSIGN_OR_RETURN(TextKeys keys, TextKeys::make(spec.text));
  return archive->verify_keys([&](std::string_view text) { return keys.of(text); });
}

Result<std::uint64_t> repair(const std::string& folder, bool all, const run::LimitOptions& limits) {
  using archive::ArchiveWriter;
  TEXTKIN_ASSIGN_OR_RETURN(
      const std::unique_ptr<ArchiveWriter> writer,
      ArchiveWriter::open(folder, run::settle(limits).memory / 2, ArchiveWriter::Segments::kUntouched));
  TEXTKIN_ASSIGN_OR_RETURN(const IndexSpec spec, spec_of(writer->archive().words(), folder));
  TEXTKIN_ASSIGN_OR_RETURN(TextKeys keys, TextKeys::make(spec.text));
  TEXTKIN_ASSIGN_OR_RETURN(const DocId made, writer->repair([&](std::string_view text) { return keys.of(text); }, all));
  return std::uint64_t{made};
}

Status snapshot(const std::string& folder, const std::string& copy, const run::LimitOptions& limits) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<archive::ArchiveWriter> writer,
                           archive::ArchiveWriter::open(folder, run::settle(limits).memory / 2));
  return writer->copy_to(copy);
}

}  // namespace textkin::engine::index
