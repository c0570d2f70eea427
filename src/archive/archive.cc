#include "archive/archive.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "archive/byte_strings.h"
#include "base/checksum.h"
#include "base/file.h"
#include "base/output_file.h"

namespace textkin::archive {
namespace {

// Of a reader whose files a writer has just replaced, and how long it waits for the next one.
constexpr int kTries = 6;
constexpr std::chrono::milliseconds kBetweenTries{3};
constexpr std::uint64_t kMostOfLatest = 64;

bool is_there(const std::string& path) {
  struct stat facts;
  return ::stat(path.c_str(), &facts) == 0;
}

}  // namespace

bool is_index(const std::string& folder) { return is_there(truth_of(folder) + "/CURRENT"); }
std::string truth_of(const std::string& folder) { return folder + "/truth"; }
std::string segments_of(const std::string& folder) { return folder + "/segments"; }
std::string segment_path(const std::string& folder, const SegmentRow& row) {
  return segments_of(folder) + "/" + row.file_name();
}

Status write_latest(const std::string& folder, std::uint64_t identity, std::uint64_t sequence) {
  std::string bytes;
  put_number(identity, bytes);
  put_number(sequence, bytes);
  put_number(base::checksum(bytes), bytes);
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file,
                           base::OutputFile::create_private(folder + "/latest"));
  TEXTKIN_RETURN_IF_ERROR(file->write(bytes));
  return file->commit();
}

Archive::Archive(std::string folder, std::uint64_t memory) : folder_(std::move(folder)), memory_(memory) {}

Status Archive::damaged(const std::string& what) const {
  return Status(Code::kBadInput, fmt::format("{}: damaged: {}; put back a copy of it, or make it anew", folder_, what));
}

Result<std::unique_ptr<Archive>> Archive::open(const std::string& folder, std::uint64_t memory) {
  if (!is_index(folder))
    return Status(Code::kNotFound,
                  fmt::format("{} is no index; make one with `textkin index create {}`", folder, folder));
  Status status;
  for (int i = 0; i < kTries; ++i) {
    std::unique_ptr<Archive> archive(new Archive(folder, memory));
    Result<std::unique_ptr<Vault>> vault = Vault::open(truth_of(folder), Vault::Mode::kRead, memory / 2);
    status = vault.ok() ? archive->load(std::move(*vault)) : vault.status();
    if (status.ok()) status = archive->load_keys();
    if (status.ok()) status = archive->check_last_text();
    if (status.ok()) {
      TEXTKIN_RETURN_IF_ERROR(archive->check_room(kPlacesOfAReader));
      return archive;
    }
    std::this_thread::sleep_for(kBetweenTries * i);
  }
  return status;
}

Status Archive::check_room(std::uint64_t sixteenths) const {
  const std::uint64_t most = memory_ / 16 * sixteenths;
  const std::uint64_t places = (pages_ == nullptr ? 0 : pages_->of_places()) + vault_->bytes_of_tables();
  if (places <= most) return {};
  return Status(Code::kExhausted,
                fmt::format("{}: {} KiB tell where its keys and texts stand, and its share of --memory has room for {}; "
                            "{} times the --memory would do",
                            folder_, places >> 10, most >> 10, places / std::max<std::uint64_t>(most, 1) + 1));
}

Status Archive::load(std::unique_ptr<Vault> vault) {
  vault_ = std::move(vault);
  texts_ = std::make_unique<TextRows>(*vault_, folder_, memory_ / 8);
  std::string bytes;
  TEXTKIN_ASSIGN_OR_RETURN(const bool has_spec, vault_->get(Family::kRows, named_key(kOfIndex, "spec"), bytes));
  if (!has_spec)
    return Status(Code::kNotFound, fmt::format("{} was not made to the end; remove it and create it again", folder_));
  if (!decode(bytes, words_)) return damaged("how it was made cannot be read");
  TEXTKIN_ASSIGN_OR_RETURN(const bool has_state, vault_->get(Family::kRows, named_key(kOfIndex, "state"), bytes));
  if (!has_state || !decode(bytes, state_)) return damaged("its state cannot be read");
  return check_latest();
}

// A log or a list of files that was cut looks to RocksDB as if the last writer had been killed.
Status Archive::check_latest() const {
  if (!is_there(folder_ + "/latest")) return {};  // nothing was written yet, or the first writer was killed
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(folder_ + "/latest"));
  std::string bytes(kMostOfLatest, '\0');
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file.read_at(0, bytes.data(), bytes.size()));
  bytes.resize(size);
  TakenBytes taken(bytes);
  const auto identity = taken.number<std::uint64_t>();
  const auto sequence = taken.number<std::uint64_t>();
  const auto checksum = taken.number<std::uint64_t>();
  if (!taken.at_end() || checksum != base::checksum(std::string_view(bytes).substr(0, 16)))
    return damaged("the file latest is not what was written");
  if (identity != state_.identity) return damaged("the file latest is of another index");
  if (sequence > state_.sequence)
    return damaged(fmt::format("it ends at sequence {}, and {} was written", state_.sequence, sequence));
  return {};
}

Status Archive::read_segment_rows() {
  segment_rows_.clear();
  return vault_->scan(Family::kRows, std::string(1, kOfSegment), end_of_keys(kOfSegment),
                      [&](std::string_view key, std::string_view value) -> Result<bool> {
                        SegmentRow row;
                        if (!decode(key, value, row)) return damaged("a segment's row");
                        segment_rows_.push_back(row);
                        return true;
                      });
}

// Segments that are open stay so: their files never change, and each has a name of its own.
Status Archive::load_keys() {
  if (pages_ == nullptr) pages_ = std::make_shared<HeldPages>(memory_ / 8 * 3);
  const std::vector<std::shared_ptr<const Segment>> before = std::exchange(open_segments_, {});
  loaded_ = {};
  newest_.clear();
  TEXTKIN_RETURN_IF_ERROR(read_segment_rows());
  DocId covered = 0;
  for (const SegmentRow& row : segment_rows_) {
    if (row.first != covered) return damaged("its segments leave a gap");
    covered = row.last;
    const std::string path = segment_path(folder_, row);
    if (!is_there(path))
      return Status(Code::kBadInput,
                    fmt::format("{} is missing; make it again with `textkin index repair {}`", path, folder_));
    const auto held = std::ranges::find(before, row.name, [](const auto& segment) { return segment->name(); });
    std::shared_ptr<const Segment> segment;
    if (held != before.end()) {
      segment = *held;
    } else {
      TEXTKIN_ASSIGN_OR_RETURN(segment, Segment::open(path, state_.identity, row.name, pages_));
    }
    if (segment->first() != row.first || segment->last() != row.last)
      return Status(Code::kBadInput,
                    fmt::format("{}: damaged: it is of other documents; make it again with `textkin index repair {}`",
                                path, folder_));
    loaded_.add(segment);
    open_segments_.push_back(std::move(segment));
  }
  KeyRecords records;
  unsegmented_ = 0;
  unsegmented_bytes_ = 0;
  TEXTKIN_RETURN_IF_ERROR(vault_->scan(Family::kRows, numbered_key(kOfKeys, covered), end_of_keys(kOfKeys),
                                       [&](std::string_view key, std::string_view value) -> Result<bool> {
                                         ++unsegmented_;
                                         unsegmented_bytes_ += value.size();
                                         if (!holds_newest_) return true;
                                         if (append_records(value, number_of_key(key), records)) return true;
                                         return damaged("the keys of a document");
                                       }));
  if (covered + unsegmented_ != state_.next) return damaged("keys of documents are missing");
  loaded_.add(std::make_shared<MemoryLists>(std::move(records)));
  keys_ = loaded_;
  return {};
}

Status Archive::add_newest(const Changes& changes) {
  KeyRecords records;
  DocId documents = 0;
  for (const Changes::Change& change : changes.all()) {
    if (change.kind != Changes::Change::kPut || change.family != Family::kRows || change.key.front() != kOfKeys)
      continue;
    if (!append_records(change.value, number_of_key(change.key), records)) return damaged("the keys of a document");
    ++documents;
  }
  if (documents == 0) return {};
  newest_.add(std::move(records), documents);
  keys_ = loaded_;
  newest_.append_to(keys_);
  return {};
}

std::unique_ptr<const Archive> Archive::view() const {
  std::unique_ptr<Archive> view(new Archive(folder_, memory_));
  view->vault_ = vault_->snapshot();
  view->texts_ = std::make_unique<TextRows>(*view->vault_, *texts_);
  view->pages_ = pages_;
  view->words_ = words_;
  view->state_ = state_;
  view->segment_rows_ = segment_rows_;
  view->open_segments_ = open_segments_;
  view->unsegmented_ = unsegmented_;
  view->unsegmented_bytes_ = unsegmented_bytes_;
  view->keys_ = keys_;
  return view;
}

Result<DocId> Archive::find(std::string_view id) const {
  std::string bytes;
  TEXTKIN_ASSIGN_OR_RETURN(const bool found, vault_->get(Family::kRows, named_key(kOfId, id), bytes));
  if (!found) return kNoDoc;
  TakenBytes taken(bytes);
  const auto number = taken.number<DocId>();
  if (!taken.at_end()) return damaged("the row of an id");
  return number;
}

Status Archive::read(DocId number, Entry& out) const {
  std::string bytes;
  TEXTKIN_ASSIGN_OR_RETURN(const bool found, vault_->get(Family::kRows, numbered_key(kOfDocument, number), bytes));
  if (!found || !decode(bytes, out)) return damaged(fmt::format("document {} is missing", number));
  return {};
}

Status Archive::read_text(DocId number, std::string& out) const {
  TEXTKIN_ASSIGN_OR_RETURN(const bool found, texts_->read(number, out));
  return found ? Status() : damaged(fmt::format("the text of document {} is missing", number));
}

Status Archive::each(DocId begin, const Visit& visit) const {
  Entry entry;
  return vault_->scan(Family::kRows, numbered_key(kOfDocument, begin), end_of_keys(kOfDocument),
                      [&](std::string_view key, std::string_view value) -> Result<bool> {
                        if (!decode(value, entry)) return damaged("a document's row");
                        return visit(number_of_key(key), entry);
                      });
}

Status Archive::each_text(DocId begin, const VisitText& visit) const {
  return texts_->each(begin, [&](DocId number, std::string_view text) -> Result<bool> {
    if (number >= state_.next) return false;  // of a state that came while this one was opened
    return visit(number, text);
  });
}

// That texts are of the state that rows are of: they are two families of RocksDB's, which a reader finds one after the
// other while a writer writes.
Status Archive::check_last_text() const {
  if (state_.next == 0) return {};
  Entry entry;
  TEXTKIN_RETURN_IF_ERROR(read(state_.next - 1, entry));
  if (!entry.alive()) return {};
  std::string text;
  return read_text(state_.next - 1, text);
}

Status Archive::each_checkpoint(const std::function<void(std::string_view name, std::string_view value)>& visit) const {
  return vault_->scan(Family::kRows, std::string(1, kOfCheckpoint), end_of_keys(kOfCheckpoint),
                      [&](std::string_view key, std::string_view value) -> Result<bool> {
                        visit(key.substr(1), value);
                        return true;
                      });
}

Result<TimesOfAdding> Archive::times() const {
  TimesOfAdding times;
  TEXTKIN_RETURN_IF_ERROR(vault_->scan(Family::kRows, std::string(1, kOfTime), end_of_keys(kOfTime),
                                       [&](std::string_view key, std::string_view value) -> Result<bool> {
                                         TakenBytes taken(value);
                                         const auto time = taken.number<Seconds>();
                                         if (!taken.at_end()) return damaged("the time of a document");
                                         times.add(number_of_key(key), time);
                                         return true;
                                       }));
  return times;
}

Result<DocId> Archive::count_ids() const {
  DocId ids = 0;
  TEXTKIN_RETURN_IF_ERROR(vault_->scan(Family::kRows, std::string(1, kOfId), end_of_keys(kOfId),
                                       [&](std::string_view, std::string_view) -> Result<bool> {
                                         ++ids;
                                         return true;
                                       }));
  return ids;
}

}  // namespace textkin::archive
