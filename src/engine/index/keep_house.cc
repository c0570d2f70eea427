#include "engine/index/keep_house.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "archive/archive_writer.h"
#include "base/file.h"
#include "engine/index/index_spec.h"
#include "engine/index/typed_times.h"

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

// The ids of all documents that the conditions hold of, where there are any.
Status select(const archive::ArchiveWriter& writer, const Where& where, const RemoveOptions& wanted,
              std::vector<std::string>& ids) {
  const bool by_age = !wanted.older_than.empty();
  if (wanted.where.empty() && !by_age) return {};
  Seconds before = 0;
  if (by_age) {
    TEXTKIN_ASSIGN_OR_RETURN(before, time_or_age(wanted.older_than, "--older-than", archive::now()));
  }
  TEXTKIN_ASSIGN_OR_RETURN(const archive::TimesOfAdding times, writer.times());
  std::uint64_t unknown = 0;
  archive::Entry entry;  // in the batch it may have become another
  const auto take = [&](DocId number) -> Status {
    TEXTKIN_RETURN_IF_ERROR(writer.read(number, entry));
    if (!entry.alive() || !where.holds(entry)) return {};
    const std::optional<Seconds> time = times.of(number);
    unknown += by_age && !time;
    if (!by_age || (time && *time < before)) ids.push_back(entry.id);
    return {};
  };
  TEXTKIN_RETURN_IF_ERROR(writer.archive().each(0, [&](DocId number, const archive::Entry&) -> Result<bool> {
    TEXTKIN_RETURN_IF_ERROR(take(number));
    return true;
  }));
  for (DocId number = writer.archive().state().next; number < writer.next(); ++number)
    TEXTKIN_RETURN_IF_ERROR(take(number));
  if (unknown == 0) return {};
  return Status(Code::kInvalidArgument,
                fmt::format("{}: {} documents were added by a version that kept no times, so --older-than cannot tell "
                            "how old they are; remove them by --ids or --where, or have them counted as added now with "
                            "`textkin index rebuild {} NEW`",
                            wanted.folder, unknown, wanted.folder));
}

}  // namespace

Result<std::vector<std::string>> ids_of(const RemoveOptions& wanted) {
  if ((!wanted.ids.empty() || !wanted.ids_file.empty()) && (!wanted.where.empty() || !wanted.older_than.empty()))
    return Status(Code::kInvalidArgument,
                  "ids and conditions (where, not, older than) both say what is removed; take one of them at a time: "
                  "together they could mean those of both, or of the ids only some");
  std::vector<std::string> ids = wanted.ids;
  if (wanted.ids_file.empty()) return ids;
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<std::string> listed, lines_of(wanted.ids_file));
  ids.insert(ids.end(), listed.begin(), listed.end());
  return ids;
}

Result<RemoveCounts> remove_in(archive::ArchiveWriter& writer, const RemoveOptions& wanted) {
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<std::string> ids, ids_of(wanted));
  TEXTKIN_ASSIGN_OR_RETURN(const IndexSpec spec, spec_of(writer.archive().words(), wanted.folder));
  TEXTKIN_ASSIGN_OR_RETURN(const Where where, Where::make(wanted.where, spec));
  TEXTKIN_RETURN_IF_ERROR(select(writer, where, wanted, ids));
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
  writer->tidy();
  if (wanted.purge) {
    TEXTKIN_ASSIGN_OR_RETURN(counts.purged, writer->purge());
  }
  counts.documents = writer->archive().state().alive;
  return counts;
}

}  // namespace textkin::engine::index
