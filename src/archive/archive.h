// Archive: an index on the disk as one reader sees it: documents with their texts, and the keys by which they are
// found.
//
// A folder: truth/ is the vault, which must not be lost; segments/ is made from it and can be made again; `latest` says
// which sequence the last writer left, so that a vault that was put back, or cut, is told from one that is whole;
// `lock` is held by the one who writes. Promise: all that it answers is of one sequence(), whatever is written
// meanwhile. Errors: kNotFound where no index is; kBadInput and kMismatch where something is damaged, with what repairs
// it; kIo. Threads: any number at once.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "archive/document_source.h"
#include "archive/entry.h"
#include "archive/held_pages.h"
#include "archive/key_lists.h"
#include "archive/rows.h"
#include "archive/segment.h"
#include "archive/text_rows.h"
#include "archive/times.h"
#include "archive/vault.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::archive {

class ArchiveWriter;
class SegmentMaker;

// The keys of a text, as an add makes them: encode_keys().
using KeysOfText = std::function<std::string(std::string_view text)>;

class Archive final : public DocumentSource {
 public:
  // For reading. `memory`: of all that this holds, in bytes. kExhausted, with what would do, where what tells the places
  // of keys and texts leaves too little of it.
  static Result<std::unique_ptr<Archive>> open(const std::string& folder, std::uint64_t memory);

  const std::string& folder() const { return folder_; }
  const Words& words() const { return words_; }  // how it was made
  const State& state() const { return state_; }
  const std::vector<SegmentRow>& segments() const { return segment_rows_; }
  const std::vector<std::shared_ptr<const Segment>>& open_segments() const { return open_segments_; }
  const KeyDirectory& keys() const override { return keys_; }

  // The document that has this id now; kNoDoc: none.
  Result<DocId> find(std::string_view id) const;
  Status read(DocId number, Entry& out) const override;
  Status read_text(DocId number, std::string& out) const override;
  // Those from `begin` on, in the order of their numbers, removed ones too, until `visit` gives false.
  using Visit = std::function<Result<bool>(DocId number, const Entry& entry)>;
  Status each(DocId begin, const Visit& visit) const;
  // Every text from `begin` on.
  using VisitText = TextRows::Visit;
  Status each_text(DocId begin, const VisitText& visit) const;
  Status each_checkpoint(const std::function<void(std::string_view name, std::string_view value)>& visit) const;

  Result<TimesOfAdding> times() const;

  Result<DocId> count_ids() const;  // by their rows

  Status damaged(const std::string& what) const;

 private:
  friend class ArchiveWriter;
  friend class SegmentMaker;
  explicit Archive(std::string folder, std::uint64_t memory);
  Status load(std::unique_ptr<Vault> vault);  // all but the keys
  Status read_segment_rows();
  Status load_keys();
  Status check_latest() const;
  Status check_last_text() const;
  // That what is held of every file, some bytes a document, is at most so many sixteenths of the memory: of the six that
  // pages of segments have, and of the four that a vault has for what is not yet in files.
  Status check_room(std::uint64_t sixteenths) const;
  static constexpr std::uint64_t kPlacesOfAWriter = 5;
  static constexpr std::uint64_t kPlacesOfAReader = 9;

  // Of a writer's: what was committed by now, for readers of its process. It shares segments, and what was read of
  // them.
  std::unique_ptr<const Archive> view() const;
  // Of a writer's whose views have them too: the keys that were just committed.
  Status add_newest(const Changes& changes);

  std::string folder_;
  std::uint64_t memory_;
  unsigned threads_ = 1;  // of a writer
  std::unique_ptr<Vault> vault_;
  std::unique_ptr<TextRows> texts_;
  std::shared_ptr<HeldPages> pages_;  // views share it
  Words words_;
  State state_;
  std::vector<SegmentRow> segment_rows_;
  std::vector<std::shared_ptr<const Segment>> open_segments_;
  std::uint32_t unsegmented_ = 0;        // documents whose keys no segment has
  std::uint64_t unsegmented_bytes_ = 0;  // of their keys
  bool holds_newest_ = true;             // their keys too; while very many segments are made again, not
  KeyDirectory loaded_;                  // keys of segments, and of documents that had none when they were loaded
  bool has_views_ = false;
  GrowingLists newest_;  // what was committed since; where there are views
  KeyDirectory keys_;    // all of them
};

// Whether the folder is one of an index: it has truth/CURRENT.
bool is_index(const std::string& folder);

// Where things lie.
std::string truth_of(const std::string& folder);
std::string segments_of(const std::string& folder);
std::string segment_path(const std::string& folder, const SegmentRow& row);

// The file `latest`: the sequence that a writer left.
Status write_latest(const std::string& folder, std::uint64_t identity, std::uint64_t sequence);

}  // namespace textkin::archive
