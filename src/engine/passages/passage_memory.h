// What passages need of the memory beside their shares: a document whose words are many, and a pair of such.
//
// A text of one word after the other has a word in two bytes, and each costs as much as one of ten letters. So words
// are counted before they are held. A document or a pair that is more than a thread's share is worked on alone, with
// half of the memory; what is more ends the run, and says how much would do.
#pragma once

#include <cstdint>
#include <shared_mutex>
#include <string>

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

// What a document or a pair that is worked on alone may need.
std::uint64_t room_alone(const read::Collection& collection);

// kExhausted: `what` needs so many bytes alone. Named so that this much --memory will do.
Status too_many_words(const read::Collection& collection, const std::string& what, std::uint64_t needed);

// How many threads may take partitions of `records` at once; kExhausted where memory has no room for the largest one.
Result<unsigned> threads_for(const read::Collection& collection, const base::SpillingRecords& records);

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
