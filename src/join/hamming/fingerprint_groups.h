// FingerprintGroups: documents by their fingerprints, equal ones together, so that a join meets each fingerprint once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "join/hamming/fingerprints.h"
#include "textkin/document.h"
#include "textkin/signature_block.h"

namespace textkin::join {

// Memory: 8 or 16 bytes a distinct fingerprint and 8 more, 8 a document. Threads: reading by any number.
class FingerprintGroups {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // Of the rows first .. last of a block whose words are bits of a SimHash. Empty documents are in no group.
  FingerprintGroups(const SignatureBlock& signatures, DocId first, DocId last);

  const Fingerprints& codes() const { return codes_; }
  // The documents of a code, ascending.
  std::span<const DocId> documents(std::uint32_t code) const {
    return std::span(documents_).subspan(begins_[code], begins_[code + 1] - begins_[code]);
  }
  // Of a document in first .. last; kNone where it is empty.
  std::uint32_t code_of(DocId doc) const { return code_of_[doc - first_]; }

 private:
  DocId first_;
  Fingerprints codes_;
  std::vector<DocId> documents_;
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> code_of_;
};

}  // namespace textkin::join
