// DocumentSource: what a question is asked of: documents with their texts, and the keys by which they are found.
//
// Threads: as who implements it says.
#pragma once

#include <string>

#include "archive/entry.h"
#include "archive/key_lists.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::archive {

class DocumentSource {
 public:
  virtual ~DocumentSource() = default;

  virtual const KeyDirectory& keys() const = 0;
  virtual Status read(DocId number, Entry& out) const = 0;
  virtual Status read_text(DocId number, std::string& out) const = 0;
};

}  // namespace textkin::archive
