// KeyLists: sorted records (key, document) of some documents, a list a band and one of features: in memory, or a file.
//
// Threads: any number at once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "archive/band_keys.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::archive {

class KeyLists {
 public:
  virtual ~KeyLists() = default;

  virtual std::uint64_t size(std::uint32_t list) const = 0;
  // Records [begin, end) of a list.
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  // Those whose keys are in [low, high].
  virtual Result<Range> range(std::uint32_t list, std::uint64_t low, std::uint64_t high) const = 0;
  // range() will be asked for these keys soon, a list each: what it reads is brought into the processor's cache.
  struct Expected {
    std::uint32_t list = 0;
    std::uint64_t low = 0;
  };
  virtual void expect(std::span<const Expected>) const {}
  // The documents of records [begin, end), in the order of the keys.
  virtual Status append_documents(std::uint32_t list, std::uint64_t begin, std::uint64_t end,
                                  std::vector<DocId>& out) const = 0;
};

// Those of documents that no segment has yet.
class MemoryLists final : public KeyLists {
 public:
  explicit MemoryLists(KeyRecords records, unsigned threads = 1);  // in any order

  std::uint64_t size(std::uint32_t list) const override { return records_[list].size(); }
  Result<Range> range(std::uint32_t list, std::uint64_t low, std::uint64_t high) const override;
  Status append_documents(std::uint32_t list, std::uint64_t begin, std::uint64_t end,
                          std::vector<DocId>& out) const override;
  const KeyRecords& records() const { return records_; }  // each list ascending

 private:
  KeyRecords records_;
};

// Records of one list in several KeyLists.
struct Stretch {
  const KeyLists* of = nullptr;
  std::uint32_t list = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - begin; }
};

// All lists of an index: those of its segments and of what no segment has.
class KeyDirectory {
 public:
  void add(std::shared_ptr<const KeyLists> lists) { parts_.push_back(std::move(lists)); }
  const std::vector<std::shared_ptr<const KeyLists>>& parts() const { return parts_; }

  void expect(std::span<const KeyLists::Expected> keys) const {
    for (const std::shared_ptr<const KeyLists>& part : parts_) part->expect(keys);
  }
  // Replaces `out` by the records whose keys are in [low, high]; how many there are.
  Result<std::uint64_t> find(std::uint32_t list, std::uint64_t low, std::uint64_t high,
                             std::vector<Stretch>& out) const;

 private:
  std::vector<std::shared_ptr<const KeyLists>> parts_;
};

// Those of documents as they come: found at once. Sorted in portions that double in size, so that a record is sorted
// again some 20 times at most. Threads: one; who has a portion keeps it.
class GrowingLists {
 public:
  void add(KeyRecords records, DocId documents);
  void clear() { held_.clear(); }
  void append_to(KeyDirectory& directory) const;

 private:
  struct Portion {
    std::shared_ptr<const MemoryLists> lists;
    DocId documents = 0;
  };
  std::vector<Portion> held_;  // ever smaller ones
};

}  // namespace textkin::archive
