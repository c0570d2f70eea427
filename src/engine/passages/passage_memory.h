// What passages need of the memory beside their shares: a document whose words are many, and a pair of such.
//
// A text of one word after the other has a word in two bytes, and each costs as much as one of ten letters. So words
// are counted before they are held. A document or a pair that is more than a thread's share is worked on alone, with
// half of the memory. What is more is left out while the step counts on, and then the run ends with what would do for
// the largest: of ten documents, each larger than the one before, the first refusal names what the last one needs.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>

#include "base/spilling_records.h"
#include "engine/read/collection.h"
#include "textkin/status.h"

namespace textkin::engine::passages {

// While a document's words are found: each with its place, and as it is compared. Measured, as the others are.
inline constexpr std::uint64_t kBytesALocatedWord = 36;
// While its fingerprints are chosen: a word, and a fingerprint with its record.
inline constexpr std::uint64_t kBytesAWord = 9;
inline constexpr std::uint64_t kBytesAFingerprint = 33;
// For a byte of the document meanwhile: its block, and its text.
inline constexpr std::uint64_t kBytesATextByte = 2;
// While a pair is aligned: columns of both texts, their runs of words, twice; and, where not all words count, again of
// those that do.
inline constexpr std::uint64_t kBytesAnAlignedWord = 52;
inline constexpr std::uint64_t kBytesAnOwnWord = 72;
// Where both texts are much the same, for a word of either: the runs that they share. How many, aligning them tells;
// somebody whose pair has no room to be aligned is told of so many, so that the next refusal is not for these.
inline constexpr std::uint64_t kBytesASharedWord = 40;
// Of a template, with what finds it, while both grow.
inline constexpr std::uint64_t kBytesATemplateWord = 24;

// For a byte of a document, once it is aligned with one much like it, where words are as long as they usually are: what
// is told to somebody whose document is too large to be read.
inline constexpr std::uint64_t kBytesAnAlignedByte = 64;
// The same while its words are found, where nothing is aligned.
inline constexpr std::uint64_t kBytesALocatedByte = 17;

// Of the memory, the passages have a fourth, while what is made of them takes as much at most; templates and a page's
// documents an eighth each.
inline constexpr std::uint64_t kPassageParts = 4;
inline constexpr std::uint64_t kTemplateParts = 8;
inline constexpr std::uint64_t kPageParts = 8;
// Where words stand that more than --common documents have.
inline constexpr std::uint64_t kCommonParts = 8;

// What a document or a pair that is worked on alone may need: one of so many parts of the memory.
inline constexpr std::uint64_t kAloneParts = 2;
std::uint64_t room_alone(const read::Collection& collection, std::uint64_t parts = kAloneParts);

// kExhausted: `what` needs so many bytes alone. Named so that this much --memory will do.
Status too_many_words(const read::Collection& collection, const std::string& what, std::uint64_t needed,
                      std::uint64_t parts = kAloneParts);

// What needs more than room_alone(): the largest of all that a step meets. Threads: any number.
class LargestNeed {
 public:
  explicit LargestNeed(const read::Collection& collection, std::uint64_t parts = kAloneParts)
      : collection_(collection), parts_(parts) {}

  // `what` needs so many bytes alone. Nothing of it is held, and the step counts on.
  void meet(std::uint64_t needed, std::string what);

  // The --memory that would do for all of them; 0 where nothing was met.
  std::uint64_t would_do() const;
  // too_many_words() of the largest, if there is one.
  Status check() const;

 private:
  const read::Collection& collection_;
  const std::uint64_t parts_;
  mutable std::mutex mutex_;
  std::uint64_t needed_ = 0;
  std::string what_;
};

// How many threads may take partitions of `records` at once; kExhausted where memory has no room for the largest one.
Result<unsigned> threads_for(const read::Collection& collection, const base::SpillingRecords& records);

// A part of the memory for what grows with the answer or beside the input: all passages, templates, what a page says of
// its documents. What has no room is counted and not kept, so that a run that ends for it can say what would do.
// Threads: any number.
class AnswerRoom {
 public:
  // One of so many equal parts. `counting`, unless it is null, is called once, by the thread that first finds no room.
  AnswerRoom(const read::Collection& collection, std::uint64_t parts, std::function<void()> counting = nullptr);

  // Whether these bytes and all before them have room. Where not, nothing is kept from then on.
  bool take(std::uint64_t bytes) {
    const std::uint64_t before = taken_.fetch_add(bytes, std::memory_order_relaxed);
    if (before + bytes <= room_) return true;
    if (before <= room_ && counting_ != nullptr) counting_();
    return false;
  }

  // The --memory that would do for all that was asked for; 0 where it had room.
  std::uint64_t would_do() const { return taken_ <= room_ ? 0 : parts_ * taken_; }
  // kExhausted where something had none: "`what` than --memory SIZE has room for; SIZE would do`instead`".
  Status check(std::string_view what, std::string_view instead = "") const;

 private:
  const read::Collection& collection_;
  const std::uint64_t parts_;
  const std::uint64_t room_;
  const std::function<void()> counting_;
  std::atomic<std::uint64_t> taken_ = 0;
};

// For pairs that are aligned, each alone where it is large, and for the passages that they give.
struct PairRooms {
  explicit PairRooms(const read::Collection& collection, std::function<void()> counting = nullptr)
      : pairs(collection), answers(collection, kPassageParts, std::move(counting)) {}

  // kExhausted with what would do for both: what a pair needs that was left out, and all passages of the others.
  Status check() const;

  LargestNeed pairs;
  AnswerRoom answers;
};

// The right to need more than a thread's share: one at a time, while nobody has a pair in work.
class AloneLock {
 public:
  // Waits. `mutex` is shared by all threads and outlives the lock.
  AloneLock(std::shared_mutex& mutex, bool alone) : mutex_(mutex), alone_(alone) {
    alone_ ? mutex_.lock() : mutex_.lock_shared();
  }
  ~AloneLock() { alone_ ? mutex_.unlock() : mutex_.unlock_shared(); }
  AloneLock(const AloneLock&) = delete;
  AloneLock& operator=(const AloneLock&) = delete;

 private:
  std::shared_mutex& mutex_;
  bool alone_;
};

}  // namespace textkin::engine::passages
