// Cuts: what becomes of documents one after the other: what is taken out of their texts, what is told beside them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "textkin/character_span.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::engine::cut {

// What becomes of one document; without anything it is written as it stands.
struct Fate {
  std::vector<CharacterSpan> spans;  // taken out of its text: ascending, apart
  std::string field;                 // "NAME":VALUE that its record gets; empty: none. Not beside `spans`
  bool dropped = false;              // it is not written

  bool as_it_was() const { return spans.empty() && field.empty() && !dropped; }
};

class Cuts {
 public:
  // What is known of neighbouring documents.
  struct OfStretch {
    virtual ~OfStretch() = default;
  };

  virtual ~Cuts() = default;

  // Of documents [begin, end), which are those behind the last call's. One thread.
  virtual Result<std::unique_ptr<OfStretch>> next(DocId begin, DocId end) = 0;
  // Each document of the stretch, in order; `fate` is fresh. Many stretches at once, each on a thread of its own;
  // worker < threads.
  virtual Status decide(DocId doc, unsigned worker, OfStretch& stretch, Fate& fate) = 0;
  // When all of them are decided: stretches in order, one thread.
  virtual Status tell(OfStretch& stretch) = 0;
};

}  // namespace textkin::engine::cut
