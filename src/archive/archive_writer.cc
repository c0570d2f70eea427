#include "archive/archive_writer.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <utility>

#include "archive/beside.h"
#include "archive/byte_strings.h"
#include "archive/index_folder.h"
#include "archive/marks_file.h"
#include "archive/purge_texts.h"
#include "archive/segment_maker.h"
#include "archive/text_pack.h"
#include "base/checksum.h"
#include "base/free_room.h"
#include "base/io_error.h"
#include "base/is_folder.h"
#include "hash/key.h"

namespace textkin::archive {
namespace {

// An id is a key of the vault.
constexpr std::size_t kLongestId = 1u << 16;

// A batch is there as changes, as what RocksDB is given, and in its log and its tables.
constexpr std::uint64_t kBatchesInMemory = 24;
constexpr std::uint64_t kLeastBatch = 1u << 20;
// Where so large a part of an index is new, all of it is merged: a document is then merged again four times at most for
// each that is added.
constexpr DocId kPartForAMerge = 4;
constexpr std::uint64_t kMostBatch = 8u << 20;
// Bytes of the keys of a document. Those with fingerprints are about as large as its text when it is packed.
constexpr std::size_t kMostOfNoFingerprints = kShort * sizeof(Feature);
// Of a filter of ids; 12 bits each are a MiB for 700,000.
constexpr std::uint64_t kFiltersInMemory = 128;
constexpr std::uint64_t kLeastFilter = 64u << 10;
constexpr std::uint64_t kMostFilter = 8u << 20;
// Of one that must not be cut: here, with its keys sorted, as what RocksDB is given, and in its table. Lengths in
// RocksDB have 32 bits.
constexpr std::uint64_t kWholeBatchesInMemory = 8;
constexpr std::uint64_t kMostWholeBatch = 1u << 30;

// Of a purge that a disk broke off: what was removed is removed, and nobody may believe that it is erased.
Status still_there(const std::string& folder, Status status) {
  if (status.code() != Code::kIo || status.message().find("still hold") != std::string::npos) return status;
  return Status(Code::kIo,
                fmt::format("{}; the files of {} still hold what was erased; make room on the disk, and do it "
                            "again",
                            status.message(), folder));
}

// Segments that no row names: those of a writer that was killed, and replaced ones that could not be removed.
void remove_strangers(const std::string& folder, const std::vector<SegmentRow>& rows) {
  std::error_code error;
  std::error_code ignored;
  for (std::filesystem::directory_iterator at(segments_of(folder), error), end; !error && at != end;
       at.increment(error)) {
    bool named = false;
    for (const SegmentRow& row : rows) named = named || at->path().filename() == row.file_name();
    if (!named) std::filesystem::remove(at->path(), ignored);
  }
}

}  // namespace

Status ArchiveWriter::create(const std::string& folder, const Words& words, std::uint64_t memory) {
  if (::mkdir(folder.c_str(), 0700) != 0) {
    if (errno != EEXIST) return base::io_error(folder, "cannot be made", errno);
    std::error_code error;
    if (!base::is_folder(folder) || !std::filesystem::is_empty(folder, error) || error)
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
  return sync_index(folder);
}

ArchiveWriter::ArchiveWriter(int lock, std::unique_ptr<Archive> archive)
    : lock_(lock),
      full_batch_(std::clamp(archive->memory_ / kBatchesInMemory, kLeastBatch, kMostBatch)),
      archive_(std::move(archive)),
      state_(archive_->state()),
      finished_(state_.next) {}

ArchiveWriter::~ArchiveWriter() {
  archive_.reset();
  ::close(lock_);
}

Result<std::unique_ptr<ArchiveWriter>> ArchiveWriter::open(const std::string& folder, std::uint64_t memory,
                                                           Segments segments) {
  if (std::error_code error; !std::filesystem::exists(truth_of(folder) + "/CURRENT", error))
    return Status(Code::kNotFound,
                  fmt::format("{} is no index; make one with `textkin index create {}`", folder, folder));
  TEXTKIN_ASSIGN_OR_RETURN(const int lock, lock_index(folder));
  std::unique_ptr<ArchiveWriter> writer(new ArchiveWriter(lock, std::unique_ptr<Archive>(new Archive(folder, memory))));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<Vault> vault,
                           Vault::open(truth_of(folder), Vault::Mode::kWrite, memory / 2));
  TEXTKIN_RETURN_IF_ERROR(writer->archive_->load(std::move(vault)));
  writer->state_ = writer->archive_->state();
  writer->finished_ = writer->state_.next;
  if (writer->state_.next == 0)
    writer->all_ids_.emplace(std::clamp(memory / kFiltersInMemory, kLeastFilter, kMostFilter));
  TEXTKIN_RETURN_IF_ERROR(segments == Segments::kOpen ? writer->archive_->load_keys()
                                                      : writer->archive_->read_segment_rows());
  TEXTKIN_RETURN_IF_ERROR(writer->archive_->check_room(Archive::kPlacesOfAWriter));
  remove_strangers(folder, writer->archive_->segments());
  return writer;
}

void ArchiveWriter::let_go_of_lock() {
  ::close(lock_);
  lock_ = -1;
}

Result<DocId> ArchiveWriter::find(std::string_view id) const {
  if (all_ids_ && !all_ids_->may_have(id)) return kNoDoc;
  if (const auto pending = ids_.find(std::string(id)); pending != ids_.end()) return pending->second;
  return archive_->find(id);
}

const ArchiveWriter::AddedRows* ArchiveWriter::added(DocId number) const {
  const DocId first = archive_->state().next;
  return number < first || number - first >= added_.size() ? nullptr : &added_[number - first];
}

Status ArchiveWriter::read(DocId number, Entry& out) const {
  const AddedRows* const added = this->added(number);
  const auto retired = retired_.find(number);
  if (added == nullptr && retired == retired_.end()) return archive_->read(number, out);
  decode(changes_.all()[added != nullptr ? added->entry : retired->second].value, out);
  return {};
}

Status ArchiveWriter::read_text(DocId number, std::string& out) const {
  const AddedRows* const added = this->added(number);
  if (added == nullptr) return archive_->read_text(number, out);
  const std::string& row = changes_.all()[added->text].value;
  if (!added->in_pack) {
    out = row;
    return {};
  }
  std::string unpacked;
  const auto text = unpack(row, unpacked) ? text_of_pack(unpacked, *added->in_pack) : std::nullopt;
  if (!text) return damaged_pack(archive_->folder(), number);
  out = *text;
  return {};
}

std::uint64_t ArchiveWriter::most_of_batch(std::uint64_t memory) {
  return std::clamp(memory / kWholeBatchesInMemory, kLeastBatch, kMostWholeBatch);
}

// Keys are not held for those who do not ask: what was added by then is looked for where it is now.
Status ArchiveWriter::find_own() {
  if (finds_own_) return {};
  finds_own_ = true;
  if (committed_ && !archive_->has_views_) TEXTKIN_RETURN_IF_ERROR(archive_->load_keys());
  for (const Changes::Change& change : changes_.all())
    if (change.kind == Changes::Change::kPut && change.family == Family::kRows && change.key.front() == kOfKeys)
      hold_own(change.value, number_of_key(change.key));
  renew_keys();
  return {};
}

// The archive's, and what it does not have yet.
void ArchiveWriter::renew_keys() {
  if (!finds_own_) return;
  keys_ = archive_->keys();
  own_.append_to(keys_);
}

void ArchiveWriter::hold_own(std::string_view keys, DocId number) {
  KeyRecords records;
  append_records(keys, number, records);
  base::free_room(records[kFingerprintList]);  // what is not yet committed is not asked for passages
  own_.add(std::move(records), 1);
}

Result<std::unique_ptr<const Archive>> ArchiveWriter::view() {
  if (!std::exchange(archive_->has_views_, true) && committed_) TEXTKIN_RETURN_IF_ERROR(archive_->load_keys());
  return archive_->view();
}

void ArchiveWriter::roll_back() {
  forget_batch();
  state_ = archive_->state_;
  bytes_of_keys_ = 0;
  last_time_.reset();
  own_.clear();
  finds_own_ = false;
}

bool ArchiveWriter::is_sound() const { return archive_->vault_->is_sound(); }

void ArchiveWriter::forget_batch() {
  changes_.clear();
  ids_.clear();
  retired_.clear();
  added_.clear();
  times_.clear();
}

Status ArchiveWriter::retire(std::string_view id, DocId number, Entry entry) {
  entry.removed = archive_->state().sequence + 1;
  state_.text_bytes -= entry.text_bytes;
  --state_.alive;
  const std::size_t place = changes_.all().size();
  changes_.put(Family::kRows, numbered_key(kOfDocument, number), encode(entry));
  changes_.erase(Family::kRows, named_key(kOfId, id));
  ids_[std::string(id)] = kNoDoc;
  if (number >= archive_->state().next)
    added_[number - archive_->state().next].entry = place;
  else
    retired_[number] = place;
  return {};
}

void ArchiveWriter::put_time(DocId number) {
  const Seconds time = time_ ? *time_ : now();
  if (last_time_ == time) return;
  last_time_ = time;
  times_.emplace_back(number, time);
  std::string row;
  put_number(time, row);
  changes_.put(Family::kRows, numbered_key(kOfTime, number), std::move(row));
}

Result<TimesOfAdding> ArchiveWriter::times() const {
  TEXTKIN_ASSIGN_OR_RETURN(TimesOfAdding times, archive_->times());
  for (const auto& [first, time] : times_) times.add(first, time);
  return times;
}

Result<Added> ArchiveWriter::add(NewDocument document, OnSameId on_same_id) {
  if (document.id.size() > kLongestId)
    return Status(Code::kInvalidArgument,
                  fmt::format("an id of {} bytes is too long for an index; 65,536 are the most", document.id.size()));
  if (state_.next == kNoDoc - 1)
    return Status(Code::kExhausted, "an index numbers 4,294,967,294 documents; make another one");
  TEXTKIN_ASSIGN_OR_RETURN(const DocId before, find(document.id));
  const std::uint64_t checksum = base::checksum(document.text);
  if (before != kNoDoc) {
    Entry old;
    TEXTKIN_RETURN_IF_ERROR(read(before, old));
    // Where cells are kept instead of texts, equal ones may be those of a set that has become larger.
    if (old.checksum == checksum && old.text_bytes == document.text.size() && old.size == document.size &&
        old.fields == document.fields)
      return Added::kUnchanged;
    if (on_same_id == OnSameId::kKeep) return Added::kKept;
    if (on_same_id == OnSameId::kRefuse)
      return Status(Code::kInvalidArgument, fmt::format("the id {} is in the index with another text, which was to be "
                                                        "refused; replace it, keep what is there, or give another id",
                                                        document.id));
    TEXTKIN_RETURN_IF_ERROR(retire(document.id, before, std::move(old)));
  }
  const DocId number = state_.next++;
  put_time(number);
  ++state_.alive;
  state_.text_bytes += document.text.size();
  const Entry entry{.added = archive_->state().sequence + 1,
                    .size = document.size,
                    .text_bytes = static_cast<std::uint32_t>(document.text.size()),
                    .checksum = checksum,
                    .id = std::string(document.id),
                    .fields = std::move(document.fields)};
  std::string id_row;
  put_number(number, id_row);
  if (finds_own_) {
    hold_own(document.keys, number);
    renew_keys();
  }
  bytes_of_keys_ += document.keys.size();
  if (document.keys.size() > kMostOfNoFingerprints) tidies_ = Vault::Tidy::kAnyhow;
  added_.push_back({.entry = changes_.all().size(), .text = changes_.all().size() + 1});
  changes_.put(Family::kRows, numbered_key(kOfDocument, number), encode(entry));
  changes_.put(Family::kTexts, numbered_key(kOfText, number), std::string(document.text));
  changes_.put(Family::kRows, numbered_key(kOfKeys, number), std::move(document.keys));
  changes_.put(Family::kRows, named_key(kOfId, document.id), std::move(id_row));
  ids_[entry.id] = number;
  if (all_ids_) all_ids_->add(entry.id);
  return before == kNoDoc ? Added::kNew : Added::kReplaced;
}

void ArchiveWriter::pack(DocId first, std::string packed) {
  const DocId of_batch = archive_->state().next;
  if (first < of_batch || first >= state_.next || texts_of_pack(packed) != state_.next - first) return;
  for (DocId number = first; number < state_.next; ++number) {
    AddedRows& rows = added_[number - of_batch];
    changes_.drop(rows.text);
    rows.text = changes_.all().size();
    rows.in_pack = number - first;
  }
  changes_.put(Family::kTexts, pack_key(state_.next - 1), std::move(packed));
}

Result<bool> ArchiveWriter::remove(std::string_view id) {
  TEXTKIN_ASSIGN_OR_RETURN(const DocId number, find(id));
  if (number == kNoDoc) return false;
  Entry entry;
  TEXTKIN_RETURN_IF_ERROR(read(number, entry));
  TEXTKIN_RETURN_IF_ERROR(retire(id, number, std::move(entry)));
  return true;
}

void ArchiveWriter::set_checkpoint(std::string_view name, std::string_view value) {
  changes_.put(Family::kRows, named_key(kOfCheckpoint, name), std::string(value));
}

Result<std::uint64_t> ArchiveWriter::commit(Vault::Durable durable) {
  if (changes_.empty()) {
    TEXTKIN_RETURN_IF_ERROR(archive_->vault_->commit(changes_));
    return state_.sequence;
  }
  ++state_.sequence;
  changes_.put(Family::kRows, named_key(kOfIndex, "state"), encode(state_));
  TEXTKIN_RETURN_IF_ERROR(archive_->vault_->commit(changes_, durable));
  committed_ = true;
  archive_->unsegmented_ += state_.next - archive_->state_.next;
  archive_->unsegmented_bytes_ += std::exchange(bytes_of_keys_, 0);
  archive_->state_ = state_;
  if (archive_->has_views_) {
    TEXTKIN_RETURN_IF_ERROR(archive_->add_newest(changes_));
    own_.clear();
    renew_keys();
  }
  forget_batch();
  if (archive_->unsegmented_ >= documents_of_a_segment(archive_->memory_) ||
      archive_->unsegmented_bytes_ >= bytes_of_a_segment(archive_->memory_)) {
    SegmentMaker segments(*archive_);
    TEXTKIN_RETURN_IF_ERROR(segments.make());
    TEXTKIN_RETURN_IF_ERROR(segments.merge_of_a_size(kOfASizeWhileAdding));
    state_ = archive_->state_;
    own_.clear();
    renew_keys();
  }
  return state_.sequence;
}

// Of documents [first, end), a row each, in as many batches as it takes: what a
// segment has as well does no harm.
Status ArchiveWriter::put_keys(DocId first, const KeysOfText& keys_of_text) {
  Changes keys;
  std::string text;
  for (DocId number = first; number < state_.next; ++number) {
    TEXTKIN_ASSIGN_OR_RETURN(const bool found, archive_->texts_->read(number, text));
    keys.put(Family::kRows, numbered_key(kOfKeys, number), found ? keys_of_text(text) : std::string());
    if (keys.bytes() < full_batch_) continue;
    TEXTKIN_RETURN_IF_ERROR(archive_->vault_->commit(keys));
    keys.clear();
  }
  return archive_->vault_->commit(keys);
}

Result<DocId> ArchiveWriter::repair(const KeysOfText& keys_of_text, bool all) {
  const std::vector<SegmentRow> rows = archive_->segments();
  const auto is_whole = [&](const SegmentRow& row) {
    const auto pages = std::make_shared<HeldPages>(1u << 20);
    const Result<std::shared_ptr<const Segment>> segment =
        Segment::open(segment_path(archive_->folder(), row), state_.identity, row.name, pages);
    return segment.ok() && (*segment)->first() == row.first && (*segment)->last() == row.last &&
           (*segment)->verify().ok();
  };
  std::size_t kept = 0;
  DocId whole = 0;
  for (; !all && kept < rows.size() && rows[kept].first == whole && is_whole(rows[kept]); ++kept)
    whole = rows[kept].last;
  if (kept == rows.size()) return DocId{0};
  TEXTKIN_RETURN_IF_ERROR(put_keys(whole, keys_of_text));
  Changes without;
  for (std::size_t i = kept; i < rows.size(); ++i)
    without.erase(Family::kRows, numbered_key(kOfSegment, rows[i].first));
  TEXTKIN_RETURN_IF_ERROR(archive_->vault_->commit(without));
  const DocId made = rows.back().last - whole;
  archive_->holds_newest_ = false;  // they may be all
  TEXTKIN_RETURN_IF_ERROR(archive_->load_keys());
  remove_strangers(archive_->folder(), archive_->segments());
  committed_ = true;
  TEXTKIN_RETURN_IF_ERROR(finish());
  archive_->holds_newest_ = true;
  TEXTKIN_RETURN_IF_ERROR(archive_->load_keys());
  return made;
}

Result<DocId> ArchiveWriter::purge() {
  Changes changes;
  DocId purged = 0;
  std::vector<bool> gone(state_.next, true);  // whose texts no file has then
  TEXTKIN_ASSIGN_OR_RETURN(const std::set<std::uint64_t> marked, marked_texts(archive_->folder()));
  std::set<std::uint64_t> gone_texts;  // of the marked ones
  std::set<std::uint64_t> kept_texts;
  const DocId segmented = archive_->segments().empty() ? 0 : archive_->segments().back().last;
  TEXTKIN_RETURN_IF_ERROR(archive_->each_text(0, [&](DocId number, std::string_view text) -> Result<bool> {
    Entry entry;
    TEXTKIN_RETURN_IF_ERROR(archive_->read(number, entry));
    gone[number] = !entry.alive();
    if (const std::uint64_t hash = marked.empty() ? 0 : base::checksum(text); marked.contains(hash))
      (entry.alive() ? kept_texts : gone_texts).insert(hash);
    if (entry.alive()) return true;
    ++purged;
    if (number >= segmented) changes.put(Family::kRows, numbered_key(kOfKeys, number), std::string());
    return true;
  }));
  // Before the texts go: behind them nobody knows any more which marks speak of them.
  for (const std::uint64_t text : kept_texts) gone_texts.erase(text);
  TEXTKIN_RETURN_IF_ERROR(forget_marks(archive_->folder(), gone_texts).status());
  state_.purged = state_.sequence;
  changes.put(Family::kRows, named_key(kOfIndex, "state"), encode(state_));
  TEXTKIN_RETURN_IF_ERROR(still_there(archive_->folder_, archive_->vault_->commit(changes)));
  archive_->state_ = state_;
  TEXTKIN_RETURN_IF_ERROR(still_there(archive_->folder_, purge_texts(*archive_->vault_, archive_->folder_, gone)));
  archive_->texts_ = std::make_unique<TextRows>(*archive_->vault_, archive_->folder_, archive_->memory_ / 8);
  // Keys say which words a text had, to who guesses them. A purge that was killed before is made up for.
  if (std::ranges::find(gone, true) != gone.end()) {
    TEXTKIN_RETURN_IF_ERROR(still_there(archive_->folder_, SegmentMaker(*archive_).leave_out(gone)));
    TEXTKIN_RETURN_IF_ERROR(archive_->load_keys());
    state_ = archive_->state_;
  }
  TEXTKIN_RETURN_IF_ERROR(archive_->vault_->rewrite());
  return purged;
}

// The vault is copied last: until then the copy is no index.
Status ArchiveWriter::copy_to(const std::string& folder) {
  if (!base::is_folder(folder)) TEXTKIN_RETURN_IF_ERROR(make_folder(folder));
  TEXTKIN_RETURN_IF_ERROR(make_folder(segments_of(folder)));
  for (const SegmentRow& row : archive_->segments()) {
    std::error_code error;
    const std::string from = segment_path(archive_->folder(), row);
    const std::string to = segment_path(folder, row);
    std::filesystem::create_hard_link(from, to, error);
    if (error) TEXTKIN_RETURN_IF_ERROR(copy_file(from, to));
  }
  TEXTKIN_RETURN_IF_ERROR(write_latest(folder, state_.identity, state_.sequence));
  TEXTKIN_RETURN_IF_ERROR(archive_->vault_->copy_to(truth_of(folder)));
  TEXTKIN_RETURN_IF_ERROR(copy_beside(archive_->folder(), folder));
  if (::chmod(truth_of(folder).c_str(), 0700) != 0) return base::io_error(folder, "cannot be made private", errno);
  return sync_index(folder);
}

Status ArchiveWriter::merge(DocId most) {
  TEXTKIN_RETURN_IF_ERROR(SegmentMaker(*archive_, most).merge_all());
  state_ = archive_->state_;
  committed_ = true;
  untidy_ = Vault::Tidy::kAnyhow;
  return finish();
}

void ArchiveWriter::tidy() {
  if (const auto how = std::exchange(untidy_, std::nullopt))
    static_cast<void>(archive_->vault_->tidy(std::string(1, kOfKeys), end_of_keys(kOfKeys), *how));
}

Status ArchiveWriter::finish() {
  if (!committed_) return {};
  const DocId added = state_.next - finished_;
  finished_ = state_.next;
  SegmentMaker segments(*archive_);
  const bool merges = added >= kDocumentsWithoutASegment && added >= state_.next / kPartForAMerge;
  if (merges) {
    TEXTKIN_RETURN_IF_ERROR(segments.make());
    TEXTKIN_RETURN_IF_ERROR(archive_->vault_->begin_flush());
    TEXTKIN_RETURN_IF_ERROR(segments.merge_all());
  } else {
    if (archive_->unsegmented_ >= kDocumentsWithoutASegment || archive_->unsegmented_bytes_ >= kBytesWithoutASegment)
      TEXTKIN_RETURN_IF_ERROR(segments.make());
    TEXTKIN_RETURN_IF_ERROR(segments.merge_of_a_size(2));
  }
  state_.segments = archive_->state_.segments;
  TEXTKIN_RETURN_IF_ERROR(archive_->vault_->flush());
  if (merges && !untidy_) untidy_ = tidies_;
  return write_latest(archive_->folder(), archive_->state().identity, archive_->state().sequence);
}

}  // namespace textkin::archive
