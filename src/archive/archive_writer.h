// ArchiveWriter: the one who changes an index: adds, replaces, removes, in batches that are each all or nothing.
//
// Promise: a batch that commit() has acknowledged survives any kill and power cut, whole; of another nothing is there.
// Numbers ascend in the order of adding; a document that is replaced gets a new one. What is removed keeps its row and
// its text, so that answers as of an earlier sequence stay possible.
// There is one at a time: a lock in the folder, which goes with its process. Errors: kIo where another process writes,
// and as Archive's. After an error of commit() it is of no more use. Threads: one. Memory: `memory`, the batch, and
// while a segment is made 16 bytes a record of one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "archive/archive.h"
#include "archive/id_filter.h"
#include "archive/segment_maker.h"
#include "textkin/status.h"

namespace textkin::archive {

enum class OnSameId : std::uint8_t { kReplace, kKeep, kRefuse };

// What became of a document that was to be added.
enum class Added : std::uint8_t { kNew, kReplaced, kUnchanged, kKept };

struct NewDocument {
  std::string_view id;
  std::string_view text;
  std::uint32_t size = 0;  // features
  std::string keys;        // encode_keys()
  std::vector<std::string> fields;
};

class ArchiveWriter final : public DocumentSource {
 public:
  // Makes the folder, which must not exist or be empty, for this user alone. Nothing is left of an index that could not
  // be made to the end but a folder that says so.
  static Status create(const std::string& folder, const Words& words, std::uint64_t memory);

  // kUntouched: segments are not looked at; then only repair() may follow.
  enum class Segments : std::uint8_t { kOpen, kUntouched };

  static Result<std::unique_ptr<ArchiveWriter>> open(const std::string& folder, std::uint64_t memory,
                                                     Segments segments = Segments::kOpen);
  ~ArchiveWriter() override;

  // Segments are made on so many threads; unless it is said, on one.
  void use_threads(unsigned threads) { archive_->threads_ = threads; }

  // In a child of fork(), which has the lock too, for as long as it lives; nothing else can be done with it there.
  void let_go_of_lock();

  // As of the last commit.
  const Archive& archive() const { return *archive_; }

  // With what is in the batch: a writer sees its own writes. Keys are there from find_own() on, of all that this writer
  // has added.
  Status find_own();
  const KeyDirectory& keys() const override { return keys_; }
  Status read(DocId number, Entry& out) const override;
  Status read_text(DocId number, std::string& out) const override;
  // The document that has this id now; kNoDoc: none.
  Result<DocId> find(std::string_view id) const;

  // What is added from now on counts as added then.
  // Nothing: when it is done.
  void set_time(std::optional<Seconds> time) { time_ = time; }
  // With those of the batch.
  Result<TimesOfAdding> times() const;

  // What is committed by now, for readers of this process; it stays as it is, and what is erased meanwhile takes room
  // until nobody has it. From the first one on the newest keys are held in memory. Cost: some microseconds.
  Result<std::unique_ptr<const Archive>> view();
  // Nothing is in the batch any more.
  void roll_back();
  bool is_sound() const;  // as Vault's

  // Into the batch. The same id and content as before change nothing. kRefuse: kInvalidArgument names the id.
  Result<Added> add(NewDocument document, OnSameId on_same_id);
  // `packed` (text_packer.h) is of the texts of documents [first, next()), and is written instead of these where all of
  // them are in the batch; nothing else changes.
  void pack(DocId first, std::string packed);
  // False where no document has that id.
  Result<bool> remove(std::string_view id);
  void set_checkpoint(std::string_view name, std::string_view value);

  // The number of the next document, with what is in the batch.
  DocId next() const { return state_.next; }
  DocId alive() const { return state_.alive; }

  // Whether the batch has become so large that it should be committed.
  bool is_full() const { return changes_.bytes() >= full_batch_; }
  // Whether it is so large that the memory does not hold it while it is committed.
  bool is_too_large() const { return changes_.bytes() >= most_of_batch(archive_->memory_); }
  // Bytes of documents, in the memory of a writer.
  static std::uint64_t most_of_batch(std::uint64_t memory);
  // The sequence that it got; that of before where nothing changed. Makes segments where it is time.
  // kSoon: as Vault's; it counts as acknowledged with the next one, or with finish().
  Result<std::uint64_t> commit(Vault::Durable durable = Vault::Durable::kNow);
  // Makes segments again from the first one on that is damaged, missing or of
  // other documents; with `all` each. How many documents' keys were made of
  // their texts. Nothing is lost with a segment. Killed, it is begun again.
  Result<DocId> repair(const KeysOfText& keys_of_text, bool all);
  // Leaves no byte of the texts of removed documents in any file, nor what was made of them, nor what reviewers said of
  // them (archive/marks_file.h); then there are no answers as of when they were there. How many texts that were. Cost:
  // all that stays is written again.
  Result<DocId> purge();
  // A whole index in `folder`, which does not exist, or is empty; segments are hard links where that can be.
  Status copy_to(const std::string& folder);
  // Makes one segment of all, or as few as there can be where one has `most` documents; and finish().
  Status merge(DocId most = kMostDocumentsOfASegment);
  // What was committed is in files that are checked, and the newest documents in a segment where they are many; all in
  // one where a quarter of them is new. Then tidy() is due, when no view is left of before.
  Status finish();
  // Rows of keys that segments have are of no more use, and as large as the texts when they are packed. What cannot be
  // rewritten now, or does not pay behind an add, only takes room until it is.
  void tidy();

 private:
  // Of a document that the batch has added: which changes put its entry and its text.
  struct AddedRows {
    std::size_t entry;
    std::size_t text;
    std::optional<std::uint32_t> in_pack = {};  // then `text` is its pack
  };

  ArchiveWriter(int lock, std::unique_ptr<Archive> archive);
  void renew_keys();
  void hold_own(std::string_view keys, DocId number);
  void forget_batch();
  void put_time(DocId number);
  Status put_keys(DocId first, const KeysOfText& keys_of_text);
  Status retire(std::string_view id, DocId number, Entry entry);
  // Of a document that the batch has added; null: of another one.
  const AddedRows* added(DocId number) const;

  int lock_;
  std::uint64_t full_batch_;  // bytes
  std::unique_ptr<Archive> archive_;
  State state_;  // with what is in the batch
  Changes changes_;
  std::uint64_t bytes_of_keys_ = 0;                 // in the batch
  std::optional<IdFilter> all_ids_;                 // of an index that was empty
  std::unordered_map<std::string, DocId> ids_;      // of the batch; kNoDoc: removed
  std::unordered_map<DocId, std::size_t> retired_;  // documents of before the batch: which change put their entry
  std::vector<AddedRows> added_;                    // from the archive's next one on
  bool finds_own_ = false;
  GrowingLists own_;  // keys that the archive does not have yet
  KeyDirectory keys_;
  DocId finished_;  // the next number when finish() was called last
  bool committed_ = false;
  Vault::Tidy tidies_ = Vault::Tidy::kWhereItPays;  // behind an add
  std::optional<Vault::Tidy> untidy_;               // segments have keys that rows have too
  std::optional<Seconds> time_;                     // that was set
  std::optional<Seconds> last_time_;                // of the row that counts now
  std::vector<std::pair<DocId, Seconds>> times_;    // of the batch
};

}  // namespace textkin::archive
