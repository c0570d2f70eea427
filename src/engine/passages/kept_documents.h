// KeptDocuments: documents that an index keeps, with their fingerprints, and with which those of INPUT are compared.
//
// Threads: all of it may be called from many threads at once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "textkin/document.h"
#include "textkin/status.h"
#include "textkin/stored_texts.h"

namespace textkin::engine::passages {

class KeptDocuments {
 public:
  virtual ~KeptDocuments() = default;

  // The folders that they are in.
  virtual const std::vector<std::string>& names() const = 0;
  // As of which sequence of changes all is said; 0: of several folders, each has its own.
  virtual std::uint64_t sequence() const = 0;
  // Each document has a number below this.
  virtual DocId numbers() const = 0;
  // How many are compared: numbers of others are never given.
  virtual std::uint64_t compared() const = 0;
  // How many of those have the fingerprint. `out` is replaced by their numbers, ascending; where they are more than
  // `most` it is of no use.
  virtual Result<std::uint64_t> with(std::uint64_t fingerprint, std::uint64_t most, std::vector<DocId>& out) const = 0;

  struct Facts {
    std::string id;
    std::uint32_t text_bytes = 0;
  };
  virtual Status read(DocId number, Facts& out) const = 0;
  virtual std::shared_ptr<const StoredTexts> texts() const = 0;  // by the same numbers
};

}  // namespace textkin::engine::passages
