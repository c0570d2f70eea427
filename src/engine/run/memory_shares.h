// MemoryShares: how --memory is divided. What needs more than its share goes to the run directory; what cannot go there
// is asked for from the budget, and a run that cannot have it ends with the least that would do.
//
//   reading      1/4   blocks on their way: bytes, texts, features, records (blocks get smaller where that is little)
//   unwritten    1/4   band records, and documents not yet in a file, before a segment is written
//   documents    1/4   of the document table, before its rows are left to the files
//   held         1/6   feature sets held so that they need not be read again; at most 128 MiB
//   buckets      1/4   of a group of components while it is verified (after reading, so the same memory again)
//   sets         1/4   feature sets at hand while a group is verified
//   pairs        1/16  verified pairs, before they are left to the disk
//   windows            what packed input refers back to while it is read (set_aside_for_windows); the shares of what is
//                      read and held then are of the rest
// What remains, and what a run needs a document whatever is spilled, is in kBytesADocument. Code, libraries and stacks
// come on top, some 64 MiB.
#pragma once

#include <cstdint>
#include <string>

#include "engine/run/limits.h"
#include "textkin/feature_set.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::engine::run {

// Union-find, group and flag of a document while buckets are grouped, 13 bytes; a decision, 20; a rank where documents
// are not kept in input order, 4.
inline constexpr std::uint64_t kBytesADocument = 32;

// For a byte of a huge document, which is worked on alone: its block, its features as they are made and as they are
// compared. Of words there is a feature in some six bytes, and a string where words are filtered or fingerprinted; of
// k-mers one in each, of characters too. Measured.
std::uint64_t memory_of_a_record_byte(const TextSpec& text);

// Text that was made for it has more: a word in two bytes, or four in a character. What `bytes` of text take that are
// `normalized` bytes and `units` words or characters (text/shingles/text_gauge.h), whose repeats are `counted` or not.
// Measured on such texts; a k-mer stands at each byte already.
std::uint64_t memory_of_a_text(const TextSpec& text, std::uint64_t bytes, std::uint64_t normalized, std::uint64_t units,
                               bool counted);

struct MemoryShares {
  GivenMemory given;                 // what is shared out
  std::uint64_t block_bytes = 0;     // of a block that is read
  std::uint64_t alone = 0;           // bytes of a block that is worked on alone, because it is larger
  std::uint64_t longest_record = 0;  // bytes of a document with its record
  std::uint64_t one_text = 0;        // bytes that a text, all that is made of it and its features may take
  std::uint64_t unwritten = 0;
  std::uint64_t documents = 0;
  std::uint64_t held_features = 0;   // a number of features
  std::uint64_t block_features = 0;  // of one block; only the copies of weighted items can be more
  std::uint64_t buckets = 0;
  std::uint64_t sets = 0;
  std::uint64_t pairs = 0;
  std::uint64_t windows = 0;        // of packed input
  std::uint64_t asked_windows = 0;  // what the files say that they need
};

// The least that any run of so many threads needs, however little it reads.
std::uint64_t least_memory(unsigned threads);

// What a run of about so many documents needs whatever it does, and however it spills.
std::uint64_t memory_of_a_run(unsigned threads, double documents);

// How many features the exact method can hold where no two sets share one: sets and their frequencies.
std::uint64_t most_exact_features(std::uint64_t memory);
// The memory that so many of them need, an index of `entries` (join/exact/prefix_entries.h), and the table of their
// documents, which the exact method does not spill; beside memory_of_a_run().
std::uint64_t exact_memory(double features, double entries, double documents);

// For the windows of packed input, whose files say at their beginning that they need `asked` bytes at most (0: nothing
// is packed): so much, up to half of the memory, and a sixteenth at least for files that ask for more later on.
std::uint64_t set_aside_for_windows(std::uint64_t memory, std::uint64_t asked);
// What the memory must be so that `needed` is left beside the windows.
std::uint64_t memory_beside_windows(std::uint64_t needed, std::uint64_t asked);
// What the memory must be for a window of `bytes` that a file has come to.
std::uint64_t memory_for_window(std::uint64_t bytes, std::uint64_t asked);

// `block_bytes`: the largest block that is wanted. `windows`: as `asked` above.
MemoryShares share_out(const GivenMemory& given, unsigned threads, std::uint64_t block_bytes, const TextSpec& text,
                       std::uint64_t windows = 0);

// What the memory must be so that the share `block_features` is so many.
std::uint64_t memory_for_block_features(std::uint64_t features, unsigned threads);

// What the memory must be so that the share `buckets` is of so many bytes.
std::uint64_t memory_for_buckets(std::uint64_t bytes);

// Says that a run of about `documents` documents cannot be done with `given`, and with how much it can.
Status too_little_memory(const GivenMemory& given, std::uint64_t needed, std::uint64_t documents);
// The same where `needed` must be left beside the windows, with a twentieth for what is only expected.
Status too_little_memory(const MemoryShares& shares, std::uint64_t needed, std::uint64_t documents);

}  // namespace textkin::engine::run
