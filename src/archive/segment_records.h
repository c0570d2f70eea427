// SegmentRecords: the records of documents whose keys no segment has yet, on their way into one.
//
// Of fingerprints a document has as many as of all else three times over, and a key of them has 48 bits: together with
// the document, counted from the first one, it is one number of 64. So they take half the memory, and half the time to
// sort. Threads: one; write() sorts on several. Memory: 8 bytes a fingerprint, 16 each other record.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/band_keys.h"
#include "archive/segment_writer.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::archive {

class SegmentRecords {
 public:
  // A document behind the first one has to fit into the bits that a fingerprint lacks.
  static constexpr DocId kMostDocuments = DocId{1} << kCutBits;

  // Of documents [first, last), kMostDocuments at most, whose keys come to about so many bytes.
  SegmentRecords(DocId first, DocId last, std::uint64_t bytes);

  // What encode_keys() and append_fingerprints() gave of one of them; false where the bytes are none.
  bool add(std::string_view keys, DocId document);
  // All of them, sorted on so many threads. The last call.
  Status write(unsigned threads, SegmentWriter& writer);

 private:
  void sort(unsigned threads);
  Status write_fingerprints(SegmentWriter& writer) const;

  DocId first_;
  KeyRecords others_;                        // with no fingerprints
  std::vector<std::uint64_t> fingerprints_;  // the key, and in the bits that it lacks the document
  std::vector<std::size_t> ends_;            // of pieces of them that are sorted
};

}  // namespace textkin::archive
