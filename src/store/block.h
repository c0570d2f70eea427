// Block: a piece of a block file, as its index names it.
#pragma once

#include <cstdint>

namespace textkin::store {

// What a block holds; docs/format.md has the bytes. Numbers stand in files: never change one. A reader passes over
// kinds that it does not know.
enum class BlockKind : std::uint32_t {
  kMeta = 1,       // what the file is: of a segment see segment_meta.h, else what its writer counted
  kRecords = 2,    // DocumentRecord, a document each
  kSizes = 3,      // u32 number of features, a document each
  kIds = 4,        // a string column, see document_table.h
  kValues = 5,     // the same: encoded values of --keep field:NAME
  kWholeKeys = 6,  // u64 keys over whole signatures; number = partition
  kWholeDocs = 7,  // u32 documents, counted from the first of the file, in the order of the keys
  kBandKeys = 8,   // the same of the bands
  kBandDocs = 9,
  kProblems = 10,  // what became of documents that could not be used
  kSpoolChunks = 11,
  kPairs = 12,       // VerifiedPair
  kDuplicates = 13,  // documents that equal an earlier one
  kCuts = 14,        // what `trim` takes out; number = partition
  kLeaks = 15,       // what `decontaminate` found; number = a table of it
  // Of a file of signatures (store/signature_file.h):
  kKeptRows = 24,  // cells of rows
  kStopList = 25,  // the text of a list of stop words
  // Of an index (archive/segment.h):
  kKeyPages = 32,     // records of a list, ascending: u64 keys, then u32 documents; numbered through the file
  kKeyFences = 33,    // u64, the first key of each page; number = list
  kPackedPages = 34,  // records of the list of fingerprints, in bits (archive/key_page.h); numbered with the others
  kSpacedPages = 35,  // records of any list, in fewer bits: of both kinds there were, those that are written now
};

// As it stands in the index of a file.
struct Block {
  BlockKind kind;
  std::uint32_t number;
  std::uint64_t offset;  // in the file
  std::uint64_t size;
  std::uint64_t checksum;  // XXH3
};

}  // namespace textkin::store
