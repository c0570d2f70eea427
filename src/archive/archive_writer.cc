#include "archive/archive_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "archive/byte_strings.h"
#include "archive/segment_maker.h"
#include "base/checksum.h"
#include "base/io_error.h"
#include "base/sync_folder.h"
#include "hash/key.h"

namespace textkin::archive {
namespace {

// An id is a key of the vault.
constexpr std::size_t kLongestId = 1u << 16;

Result<int> lock_index(const std::string& folder) {
  const std::string name = folder + "/lock";
  const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return base::io_error(name, "cannot be opened", errno);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  const int error = errno;
  ::close(descriptor);
  if (error != EWOULDBLOCK) return base::io_error(name, "cannot be locked", error);
  return Status(Code::kIo, fmt::format("another process writes to the index {}; wait for it", folder));
}

Status make_folder(const std::string& path) {
  return ::mkdir(path.c_str(), 0700) == 0 ? Status() : base::io_error(path, "cannot be made", errno);
}

// Segments that no row names: those of a writer that was killed, and replaced ones that could not be removed.
void remove_strangers(const std::string& folder, const std::vector<SegmentRow>& rows) {
  std::error_code ignored;
  for (const auto& file : std::filesystem::directory_iterator(segments_of(folder), ignored)) {
    bool named = false;
    for (const SegmentRow& row : rows) named = named || file.path().filename() == row.file_name();
    if (!named) std::filesystem::remove(file.path(), ignored);
  }
}

}  // namespace

Status ArchiveWriter::create(const std::string& folder, const Words& words, std::uint64_t memory) {
  if (::mkdir(folder.c_str(), 0700) != 0) {
    if (errno != EEXIST) return base::io_error(folder, "cannot be made", errno);
    std::error_code error;
    if (!std::filesystem::is_directory(folder) || !std::filesystem::is_empty(folder, error) || error)
      return Status(Code::kInvalidArgument,
                    fmt::format("{} exists already; name a folder that does not exist, or is empty", folder));
    if (::chmod(folder.c_str(), 0700) != 0) return base::io_error(folder, "cannot be made private", errno);
  }
  TEXTKIN_RETURN_IF_ERROR(make_folder(truth_of(folder)));
  TEXTKIN_RETURN_IF_ERROR(make_folder(segments_of(folder)));
  TEXTKIN_ASSIGN_OR_RETURN(const int lock, lock_index(folder));
  const Result<std::unique_ptr<Vault>> vault = Vault::open(truth_of(folder), Vault::Mode::kCreate, memory);
  Status status = vault.status();
  if (status.ok()) {
    Changes changes;
    changes.put(Family::kRows, named_key(kOfIndex, "spec"), encode(words));
    changes.put(Family::kRows, named_key(kOfIndex, "state"), encode(State{.identity = hash::fresh_secret()[0]}));
    status = (*vault)->commit(changes);
    if (status.ok()) status = (*vault)->flush();
  }
  ::close(lock);
  TEXTKIN_RETURN_IF_ERROR(status);
  return base::sync_folder_of(folder);
}

ArchiveWriter::ArchiveWriter(int lock, std::unique_ptr<Archive> archive)
    : lock_(lock), archive_(std::move(archive)), state_(archive_->state()) {}

ArchiveWriter::~ArchiveWriter() {
  archive_.reset();
  ::close(lock_);
}

Result<std::unique_ptr<ArchiveWriter>> ArchiveWriter::open(const std::string& folder, std::uint64_t memory) {
  if (!std::filesystem::exists(truth_of(folder) + "/CURRENT"))
    return Status(Code::kNotFound,
                  fmt::format("{} is no index; make one with `textkin index create {}`", folder, folder));
  TEXTKIN_ASSIGN_OR_RETURN(const int lock, lock_index(folder));
  std::unique_ptr<ArchiveWriter> writer(new ArchiveWriter(lock, std::unique_ptr<Archive>(new Archive(folder, memory))));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Vault> vault,
                           Vault::open(truth_of(folder), Vault::Mode::kWrite, memory / 2));
  TEXTKIN_RETURN_IF_ERROR(writer->archive_->load(std::move(vault)));
  writer->state_ = writer->archive_->state();
  remove_strangers(folder, writer->archive_->segments());
  return writer;
}

Result<DocId> ArchiveWriter::number_of(std::string_view id) const {
  if (const auto pending = ids_.find(std::string(id)); pending != ids_.end()) return pending->second;
  return archive_->find(id);
}

Status ArchiveWriter::entry_of(DocId number, Entry& out) const {
  const auto pending = entries_.find(number);
  if (pending == entries_.end()) return archive_->read(number, out);
  out = pending->second;
  return {};
}

Status ArchiveWriter::retire(std::string_view id, DocId number, Entry entry) {
  entry.removed = archive_->state().sequence + 1;
  state_.text_bytes -= entry.text_bytes;
  --state_.alive;
  changes_.put(Family::kRows, numbered_key(kOfDocument, number), encode(entry));
  changes_.erase(Family::kRows, named_key(kOfId, id));
  ids_[std::string(id)] = kNoDoc;
  entries_[number] = std::move(entry);
  return {};
}

Result<Added> ArchiveWriter::add(const NewDocument& document, OnSameId on_same_id) {
  if (document.id.size() > kLongestId)
    return Status(Code::kInvalidArgument,
                  fmt::format("an id of {} bytes is too long for an index; 65,536 are the most", document.id.size()));
  if (state_.next == kNoDoc - 1)
    return Status(Code::kExhausted, "an index numbers 4,294,967,294 documents; make another one");
  TEXTKIN_ASSIGN_OR_RETURN(const DocId before, number_of(document.id));
  const std::uint64_t checksum = base::checksum(document.text);
  if (before != kNoDoc) {
    Entry old;
    TEXTKIN_RETURN_IF_ERROR(entry_of(before, old));
    if (old.checksum == checksum && old.text_bytes == document.text.size() && old.fields == document.fields)
      return Added::kUnchanged;
    if (on_same_id == OnSameId::kKeep) return Added::kKept;
    if (on_same_id == OnSameId::kRefuse)
      return Status(
          Code::kInvalidArgument,
          fmt::format("the id {} is in the index with another text, and --on-same-id refuse was given", document.id));
    TEXTKIN_RETURN_IF_ERROR(retire(document.id, before, std::move(old)));
  }
  const DocId number = state_.next++;
  ++state_.alive;
  state_.text_bytes += document.text.size();
  Entry entry{.added = archive_->state().sequence + 1,
              .size = document.size,
              .text_bytes = static_cast<std::uint32_t>(document.text.size()),
              .checksum = checksum,
              .id = std::string(document.id),
              .fields = document.fields};
  std::string id_row;
  put_number(number, id_row);
  changes_.put(Family::kRows, numbered_key(kOfDocument, number), encode(entry));
  changes_.put(Family::kRows, numbered_key(kOfKeys, number), document.keys);
  changes_.put(Family::kRows, named_key(kOfId, document.id), std::move(id_row));
  changes_.put(Family::kTexts, numbered_key(kOfText, number), std::string(document.text));
  ids_[entry.id] = number;
  entries_[number] = std::move(entry);
  return before == kNoDoc ? Added::kNew : Added::kReplaced;
}

Result<bool> ArchiveWriter::remove(std::string_view id) {
  TEXTKIN_ASSIGN_OR_RETURN(const DocId number, number_of(id));
  if (number == kNoDoc) return false;
  Entry entry;
  TEXTKIN_RETURN_IF_ERROR(entry_of(number, entry));
  TEXTKIN_RETURN_IF_ERROR(retire(id, number, std::move(entry)));
  return true;
}

void ArchiveWriter::set_checkpoint(std::string_view name, std::string_view value) {
  changes_.put(Family::kRows, named_key(kOfCheckpoint, name), std::string(value));
}

Result<std::uint64_t> ArchiveWriter::commit() {
  if (changes_.empty()) return state_.sequence;
  ++state_.sequence;
  changes_.put(Family::kRows, named_key(kOfIndex, "state"), encode(state_));
  TEXTKIN_RETURN_IF_ERROR(archive_->vault_->commit(changes_));
  committed_ = true;
  archive_->unsegmented_ += state_.next - archive_->state_.next;
  archive_->state_ = state_;
  changes_.clear();
  ids_.clear();
  entries_.clear();
  if (archive_->unsegmented_ >= kDocumentsOfASegment) {
    TEXTKIN_RETURN_IF_ERROR(SegmentMaker(*archive_).make());
    state_ = archive_->state_;
  }
  return state_.sequence;
}

Status ArchiveWriter::merge() {
  TEXTKIN_RETURN_IF_ERROR(SegmentMaker(*archive_).merge_all());
  state_ = archive_->state_;
  committed_ = true;
  return finish();
}

Status ArchiveWriter::finish() {
  if (!committed_) return {};
  if (archive_->unsegmented_ >= kDocumentsWithoutASegment) TEXTKIN_RETURN_IF_ERROR(SegmentMaker(*archive_).make());
  TEXTKIN_RETURN_IF_ERROR(archive_->vault_->flush());
  return write_latest(archive_->folder(), archive_->state().identity, archive_->state().sequence);
}

}  // namespace textkin::archive
