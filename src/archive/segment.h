// Segment: the sorted lists of documents [first, last) as a file (docs/format.md). Made of what the vault holds, and
// therefore never the only place of anything: it can be made again.
//
// A block file (store/block_file.h): pages of some 1,000 records, and of each list the first key of each page, which is
// held in memory. A page is checked against its checksum when it is read, so that
// damage is an error and never another answer. Errors: as BlockFile's. Threads: any number at once. Memory: 64 bytes a
// page of some 8 KiB, and the held pages'.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "archive/fingerprint_keys.h"
#include "archive/guessed_place.h"
#include "archive/held_pages.h"
#include "archive/key_lists.h"
#include "archive/key_page.h"
#include "store/block_file.h"
#include "textkin/status.h"

namespace textkin::archive {

inline constexpr std::uint64_t kRecordsOfAPage = 1024;

// Of one with fingerprints, and of one without, which has no list of them.
inline constexpr std::uint32_t kSegmentVersion = 4;
inline constexpr std::uint32_t kSegmentVersionWithout = 3;
inline constexpr std::uint32_t kListsWithout = kLists - 1;

class Segment final : public KeyLists {
 public:
  // `identity`: of the index. `name`: of its row.
  static Result<std::shared_ptr<const Segment>> open(const std::string& path, std::uint64_t identity,
                                                     std::uint32_t name, std::shared_ptr<HeldPages> held);

  std::uint32_t name() const { return name_; }
  DocId first() const { return first_; }
  DocId last() const { return last_; }
  std::uint64_t bytes() const { return file_->bytes(); }
  // Reads and checks everything.
  Status verify() const { return file_->verify(); }

  std::uint64_t size(std::uint32_t list) const override { return lists_[list].records; }
  Result<Range> range(std::uint32_t list, std::uint64_t low, std::uint64_t high) const override;
  void expect(std::span<const Expected> keys) const override;
  // How many records of the list have keys below `key`.
  Result<std::uint64_t> position(std::uint32_t list, std::uint64_t key) const;
  Status append_documents(std::uint32_t list, std::uint64_t begin, std::uint64_t end,
                          std::vector<DocId>& out) const override;
  // The same with their keys. Pages that are not held are not held afterwards either: who asks for records reads
  // through all of them, and what questions have read must not make room for that.
  Status append_records(std::uint32_t list, std::uint64_t begin, std::uint64_t end,
                        std::vector<base::KeyValue>& out) const;

 private:
  struct List {
    std::uint64_t records = 0;
    std::uint32_t first_page = 0;
    std::vector<std::uint64_t> fences;  // the first key of each page

    std::uint64_t fences_below(std::uint64_t key) const {
      return guessed_place(fences.size(), key, [this](std::uint64_t i) { return fences[i]; });
    }
  };

  Segment(std::shared_ptr<const store::BlockFile> file, std::uint32_t name) : file_(std::move(file)), name_(name) {}
  Status read_meta();
  // Of list `list` the page `number`, and its bytes.
  struct HeldPage {
    HeldPages::Page bytes;
    KeyPage keys;
    std::uint64_t records;
  };
  // `unheld`: where the bytes of a page go that is not to be held, in place of `bytes`; null: it is held.
  Result<HeldPage> page(std::uint32_t list, std::uint64_t number, std::string* unheld = nullptr) const;
  // Whether page `in_file` was found to hold what can be. A page that is read again has the same checksum, so the same
  // bytes: to look through all of it each time took two fifths of a question where few pages are held.
  bool is_known(std::uint32_t in_file) const { return (known_[in_file / 64] >> in_file % 64 & 1) != 0; }
  void know(std::uint32_t in_file) const { known_[in_file / 64] |= std::uint64_t{1} << in_file % 64; }

  std::shared_ptr<const store::BlockFile> file_;
  std::uint32_t name_;
  std::unique_ptr<HeldPages::Shelf> shelf_;
  DocId first_ = 0;
  DocId last_ = 0;
  bool spaced_ = true;  // its pages; else it is of an earlier version
  std::array<List, kLists> lists_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> known_;  // a bit a page
};

}  // namespace textkin::archive
